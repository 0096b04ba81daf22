package net.beaconcontroller.api.concurrent;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that owns state: it runs tasks in the order in which they were queued, and timers when they are due.
 * Queueing a task takes no lock and never blocks, so event loops can use it. A task that throws is logged; the thread
 * continues.
 *
 * <p>All methods except {@link #schedule} are safe for use by any thread.
 */
public final class SingleThreadExecutor implements Executor, BoundedExecutor, AutoCloseable {
    /** How long {@link #awaitQueued} and {@link #close} wait at most. */
    private static final long WAIT_MILLIS = 5_000;

    private final Logger logger;
    private final int capacity;
    private final TimerQueue timers;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queued = new AtomicInteger();
    private final Thread thread;
    private volatile boolean isAsleep;
    private volatile boolean isClosed;

    /**
     * Creates an executor whose daemon thread {@link #start} starts.
     *
     * @param name the thread's name
     * @param capacity the queue length from which {@link #offer} rejects tasks
     * @param timers the timers to run; from the start on for the executor's thread only
     */
    public SingleThreadExecutor(String name, Logger logger, int capacity, TimerQueue timers) {
        this.logger = logger;
        this.capacity = capacity;
        this.timers = timers;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    @Override
    public boolean offer(Runnable task) {
        if (queued.get() >= capacity) {
            return false;
        }
        execute(task);
        return true;
    }

    /** Queues a task, even if the queue is full. A task that is queued after {@link #close} does not run. */
    @Override
    public void execute(Runnable task) {
        if (isClosed) {
            return;
        }
        queued.incrementAndGet();
        tasks.add(task);
        if (isAsleep) {
            LockSupport.unpark(thread);
        }
    }

    /** Returns the number of queued tasks. */
    public int queued() {
        return queued.get();
    }

    /** Runs a task after a delay. For the executor's thread only. */
    public Cancellable schedule(long delayNanos, Runnable task) {
        return timers.add(System.nanoTime() + delayNanos, task);
    }

    /**
     * Waits until the tasks that are queued now have run, for at most five seconds. Returns at once on the executor's
     * own thread and when the executor is closed.
     */
    public void awaitQueued() {
        if (Thread.currentThread() == thread || isClosed) {
            return;
        }
        var reached = new CountDownLatch(1);
        execute(reached::countDown);
        try {
            if (!reached.await(WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                logger.log(
                        Level.WARNING,
                        "thread %s is blocked: queued tasks have not run after %d ms"
                                .formatted(thread.getName(), WAIT_MILLIS));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!isClosed) {
            Runnable task = tasks.poll();
            if (task != null) {
                queued.decrementAndGet();
                runSafely(task);
            }
            Runnable due = isClosed ? null : timers.poll(System.nanoTime());
            if (due != null) {
                runSafely(due);
            }
            if (task == null && due == null) {
                sleep();
            }
        }
    }

    private void sleep() {
        isAsleep = true;
        // A task may have interrupted this thread, and an interrupted thread does not park.
        var _ = Thread.interrupted();
        if (tasks.isEmpty() && !isClosed) {
            LockSupport.parkNanos(this, timers.nanosToNext(System.nanoTime()));
        }
        isAsleep = false;
    }

    private void runSafely(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            logger.log(Level.ERROR, "task failed on thread %s; continuing".formatted(thread.getName()), e);
        }
    }

    public boolean isClosed() {
        return isClosed;
    }

    /**
     * Ends the thread and discards the tasks and timers that have not run. On another thread, waits for the running
     * task to return, for at most five seconds.
     */
    @Override
    public void close() {
        isClosed = true;
        LockSupport.unpark(thread);
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            thread.join(WAIT_MILLIS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
