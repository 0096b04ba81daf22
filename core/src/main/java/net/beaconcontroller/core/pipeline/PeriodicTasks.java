package net.beaconcontroller.core.pipeline;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.api.concurrent.SingleThreadExecutor;
import net.beaconcontroller.api.concurrent.Threads;

/**
 * The periodic tasks of applications. Those of one application run one at a time on one thread; each application has a
 * thread, so that a task that blocks does not delay other applications. Thread-safe.
 */
public final class PeriodicTasks implements AutoCloseable {
    private final Threads threads;
    private final Map<ApplicationAccount, SingleThreadExecutor> executors = new LinkedHashMap<>();
    private boolean closed;

    private static final class PeriodicTask implements Registration {
        private final ApplicationAccount application;
        private final SingleThreadExecutor executor;
        private final Runnable task;
        private final long periodNanos;
        private Cancellable timer = Cancellable.NONE;
        private volatile boolean cancelled;

        PeriodicTask(ApplicationAccount application, SingleThreadExecutor executor, Duration period, Runnable task) {
            this.application = application;
            this.executor = executor;
            this.task = task;
            this.periodNanos = period.toNanos();
        }

        void schedule() {
            timer = executor.schedule(periodNanos, this::run);
        }

        private void run() {
            try {
                if (!cancelled && application.isActive()) {
                    task.run();
                }
            } catch (RuntimeException | Error e) {
                application.failed(
                        application.tasks(),
                        null,
                        "periodic task of %s failed; it runs again".formatted(ApplicationAccount.className(task)),
                        e);
            } finally {
                schedule();
            }
        }

        @Override
        public void close() {
            cancelled = true;
            executor.execute(() -> timer.cancel());
            executor.awaitQueued();
        }
    }

    public PeriodicTasks(Threads threads) {
        this.threads = threads;
    }

    /** See {@link net.beaconcontroller.api.Controller#every}. */
    public Registration every(ApplicationAccount application, Duration period, Runnable task) {
        if (period.toMillis() < 1) {
            throw new IllegalArgumentException("period=%s, needs at least 1 ms".formatted(period));
        }
        SingleThreadExecutor executor = executor(application);
        var periodic = new PeriodicTask(application, executor, period, task);
        executor.execute(periodic::schedule);
        return periodic;
    }

    private synchronized SingleThreadExecutor executor(ApplicationAccount application) {
        SingleThreadExecutor present = executors.get(application);
        if (present != null) {
            return present;
        }
        var executor = threads.newExecutor(
                "beacon-timer-" + application.name().replace(' ', '-'),
                System.getLogger(PeriodicTasks.class.getName()),
                Integer.MAX_VALUE);
        if (closed) {
            executor.close();
        } else {
            executor.execute(
                    () -> CurrentCall.ofThread().begin(application.tasks().id()));
            executor.start();
            executors.put(application, executor);
        }
        return executor;
    }

    /** Ends the tasks and the thread of an application. */
    public void end(ApplicationAccount application) {
        SingleThreadExecutor executor;
        synchronized (this) {
            executor = executors.remove(application);
        }
        if (executor != null) {
            executor.close();
        }
    }

    @Override
    public void close() {
        List<SingleThreadExecutor> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(executors.values());
            executors.clear();
        }
        all.forEach(SingleThreadExecutor::close);
    }
}
