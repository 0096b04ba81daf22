package net.beaconcontroller.api.concurrent;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.random.RandomGenerator;

/** A clock that a test sets, and tasks that it runs. Has no threads. */
final class ManualThreads implements Threads, Time {
    long nowNanos;
    private final Queue<Runnable> delayed = new ArrayDeque<>();

    void runDelayed() {
        delayed.remove().run();
    }

    @Override
    public Time time() {
        return this;
    }

    @Override
    public long nanos() {
        return nowNanos;
    }

    @Override
    public void after(Duration delay, Runnable task) {
        delayed.add(task);
    }

    @Override
    public Instant now() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void sleep(Duration duration) {
        throw new UnsupportedOperationException();
    }

    @Override
    public RandomGenerator random(String purpose) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ThreadHandle newThread(String name, Steps steps) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ExecutorService newBlockingExecutor(String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ThreadHandle newBlockingThread(String name, Runnable task) {
        throw new UnsupportedOperationException();
    }
}
