package net.beaconcontroller.core;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import net.beaconcontroller.api.Registration;

/**
 * The periodic tasks of applications, which run one at a time on a thread of their own. Safe for use by several
 * threads.
 */
final class PeriodicTasks implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(PeriodicTasks.class.getName());
    private static final int CLOSE_SECONDS = 5;

    /** Starts its thread with the first task. */
    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, runnable -> {
        var thread = new Thread(runnable, "beacon-timer");
        thread.setDaemon(true);
        return thread;
    });

    PeriodicTasks() {
        // else a cancelled task would keep its application's classes in memory until it is due
        executor.setRemoveOnCancelPolicy(true);
    }

    /** See {@link net.beaconcontroller.api.Controller#every}. */
    Registration every(Duration period, Runnable task) {
        if (period.toMillis() < 1) {
            throw new IllegalArgumentException("period=%s, needs at least 1 ms".formatted(period));
        }
        var running = new ReentrantLock();
        var future = executor.scheduleWithFixedDelay(
                () -> {
                    running.lock();
                    try {
                        task.run();
                    } catch (RuntimeException | Error e) {
                        LOG.log(
                                Level.ERROR,
                                "periodic task %s failed"
                                        .formatted(task.getClass().getName()),
                                e);
                    } finally {
                        running.unlock();
                    }
                },
                period.toNanos(),
                period.toNanos(),
                TimeUnit.NANOSECONDS);
        return () -> {
            future.cancel(false);
            awaitEnd(running, task);
        };
    }

    private static void awaitEnd(ReentrantLock running, Runnable task) {
        try {
            if (running.tryLock(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                running.unlock();
            } else {
                LOG.log(
                        Level.WARNING,
                        "periodic task %s is still running %d s after it was cancelled"
                                .formatted(task.getClass().getName(), CLOSE_SECONDS));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
