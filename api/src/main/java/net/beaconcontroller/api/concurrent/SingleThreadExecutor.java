package net.beaconcontroller.api.concurrent;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

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
    private final Time time;
    private final ThreadHandle thread;
    private volatile boolean isAsleep;
    private volatile boolean isClosed;

    /** See {@link Threads#newExecutor}. */
    public SingleThreadExecutor(Threads threads, String name, Logger logger, int capacity, TimerQueue timers) {
        this.logger = logger;
        this.capacity = capacity;
        this.timers = timers;
        this.time = threads.time();
        this.thread = threads.newThread(name, this::step);
    }

    /** Creates an executor whose thread is one of the JDK. */
    public SingleThreadExecutor(String name, Logger logger, int capacity, TimerQueue timers) {
        this(Threads.system(), name, logger, capacity, timers);
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
            thread.wake();
        }
    }

    /** Returns the number of queued tasks. */
    public int queued() {
        return queued.get();
    }

    /** Runs a task after a delay. For the executor's thread only. */
    public Cancellable schedule(long delayNanos, Runnable task) {
        return timers.add(time.nanos() + delayNanos, task);
    }

    /**
     * Waits until the tasks that are queued now have run, for at most five seconds. Returns at once on the executor's
     * own thread and when the executor is closed.
     */
    public void awaitQueued() {
        if (thread.isCurrent() || isClosed) {
            return;
        }
        var reached = new CountDownLatch(1);
        execute(reached::countDown);
        try {
            if (!reached.await(WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                logger.log(
                        Level.WARNING,
                        "thread %s is blocked: queued tasks have not run after %d ms"
                                .formatted(thread.name(), WAIT_MILLIS));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private long step() {
        isAsleep = false;
        Runnable task = isClosed ? null : tasks.poll();
        if (task != null) {
            queued.decrementAndGet();
            runSafely(task);
        }
        Runnable due = isClosed ? null : timers.poll(time.nanos());
        if (due != null) {
            runSafely(due);
        }
        return isClosed ? Steps.END : task == null && due == null ? nanosToSleep() : 0;
    }

    private long nanosToSleep() {
        isAsleep = true;
        // A timer may have become due since it was polled.
        return tasks.isEmpty() && !isClosed ? Math.max(0, timers.nanosToNext(time.nanos())) : 0;
    }

    private void runSafely(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            logger.log(Level.ERROR, "task failed on thread %s; continuing".formatted(thread.name()), e);
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
        thread.wake();
        if (thread.isCurrent()) {
            return;
        }
        try {
            var _ = thread.join(WAIT_MILLIS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
