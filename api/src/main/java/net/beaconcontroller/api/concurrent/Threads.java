package net.beaconcontroller.api.concurrent;

import java.lang.System.Logger;
import java.time.Duration;
import java.util.concurrent.ExecutorService;

/**
 * Makes threads. A thread either runs {@link Steps}, none of which blocks, or a task that may block.
 *
 * <p>Applications use those of {@link net.beaconcontroller.api.Controller#threads}. Thread-safe.
 */
public interface Threads {
    /** Returns an object that makes threads of the JDK. */
    static Threads system() {
        return SystemThreads.INSTANCE;
    }

    /** Returns the clocks by which the threads wait. */
    Time time();

    /** Creates a thread that runs steps until they end. {@link ThreadHandle#start} starts it. */
    ThreadHandle newThread(String name, Steps steps);

    /** Creates a thread for a task that may block. {@link ThreadHandle#start} starts it. */
    ThreadHandle newBlockingThread(String name, Runnable task);

    /**
     * Creates an executor that runs each task on a thread of its own, which may block. {@link
     * ExecutorService#shutdownNow} interrupts them.
     */
    ExecutorService newBlockingExecutor(String name);

    /** Runs a task once, after a delay, on a thread that other such tasks share: it must not block. */
    void after(Duration delay, Runnable task);

    /**
     * Creates a thread that owns state, which {@link SingleThreadExecutor#start} starts.
     *
     * @param logger for exceptions of tasks
     * @param capacity the queue length from which {@link SingleThreadExecutor#offer} rejects tasks
     */
    default SingleThreadExecutor newExecutor(String name, Logger logger, int capacity) {
        return new SingleThreadExecutor(this, name, logger, capacity, new TimerQueue());
    }
}
