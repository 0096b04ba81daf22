package net.beaconcontroller.core;

import java.time.Duration;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.common.concurrent.Cancellable;
import net.beaconcontroller.common.concurrent.SingleThreadExecutor;
import net.beaconcontroller.common.concurrent.TimerQueue;

/** The periodic tasks of applications, which run one at a time on one thread. Thread-safe. */
final class PeriodicTasks implements AutoCloseable {
    private final SingleThreadExecutor executor = new SingleThreadExecutor(
            "beacon-timer", System.getLogger(PeriodicTasks.class.getName()), Integer.MAX_VALUE, new TimerQueue());

    private final class PeriodicTask {
        private final Runnable task;
        private final long periodNanos;
        private Cancellable timer = Cancellable.NONE;
        private volatile boolean cancelled;

        PeriodicTask(Duration period, Runnable task) {
            this.task = task;
            this.periodNanos = period.toNanos();
        }

        void schedule() {
            timer = executor.schedule(periodNanos, this::run);
        }

        private void run() {
            try {
                if (!cancelled) {
                    task.run();
                }
            } finally {
                schedule();
            }
        }

        void cancel() {
            cancelled = true;
            executor.execute(() -> timer.cancel());
        }
    }

    void start() {
        executor.start();
    }

    /** See {@link net.beaconcontroller.api.Controller#every}. */
    Registration every(Duration period, Runnable task) {
        if (period.toMillis() < 1) {
            throw new IllegalArgumentException("period=%s, needs at least 1 ms".formatted(period));
        }
        var periodic = new PeriodicTask(period, task);
        executor.execute(periodic::schedule);
        return () -> {
            periodic.cancel();
            executor.awaitQueued();
        };
    }

    @Override
    public void close() {
        executor.close();
    }
}
