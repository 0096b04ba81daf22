package net.beaconcontroller.core.pipeline;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.concurrent.Cancellable;

/**
 * Runs the tasks of applications on the executor of a switch, until the switch is disconnected or the application has
 * stopped, is quarantined, or does not serve the switch any more. Thread-safe.
 */
public final class ApplicationTasks {
    private final ServedSwitch sw;
    private final SerialExecutor executor;
    private final ApplicationMonitor monitor;

    public ApplicationTasks(ServedSwitch sw, SerialExecutor executor, ApplicationMonitor monitor) {
        this.sw = sw;
        this.executor = executor;
        this.monitor = monitor;
    }

    /** See {@link net.beaconcontroller.api.Switch#execute}. */
    public void execute(Runnable task) {
        ApplicationAccount application = monitor.accountOf(task);
        executor.execute(() -> run(application, task));
    }

    /** See {@link net.beaconcontroller.api.Switch#after}. */
    public Registration after(Duration delay, Runnable task) {
        var timer = new Timer(monitor.accountOf(task), task);
        timer.start(delay);
        return timer;
    }

    private void run(ApplicationAccount application, Runnable task) {
        if (!sw.isConnected() || !application.isActive() || !application.serves(sw)) {
            return;
        }
        CurrentCall currentCall = executor.thread().currentCall;
        int surrounding = currentCall.target();
        currentCall.begin(application.tasks().id());
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            application.failed(
                    application.tasks(),
                    sw,
                    "task of %s failed on switch %s".formatted(ApplicationAccount.className(task), sw),
                    e);
        } finally {
            currentCall.end(surrounding);
        }
    }

    /** A task that runs once after a delay. */
    private final class Timer implements Registration {
        private final ApplicationAccount application;
        private final Runnable task;
        private final CompletableFuture<Cancellable> started = new CompletableFuture<>();

        Timer(ApplicationAccount application, Runnable task) {
            this.application = application;
            this.task = task;
        }

        void start(Duration delay) {
            application.remember(this);
            executor.runNowOrLater(() -> started.complete(executor.schedule(delay.toNanos(), this::expire)));
        }

        private void expire() {
            application.forget(this);
            run(application, task);
        }

        @Override
        public void close() {
            application.forget(this);
            var _ = started.thenAccept(timer -> executor.runNowOrLater(timer::cancel));
        }
    }
}
