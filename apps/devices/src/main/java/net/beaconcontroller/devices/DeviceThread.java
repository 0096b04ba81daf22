package net.beaconcontroller.devices;

import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The bundle's own thread. It runs what it is given, in the order in which that came, and timers that are due. Who gives it
 * something waits for nothing, not even for a lock: a loop must not stand still because somebody joins 100,000 hosts at once.
 */
final class DeviceThread implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(DeviceThread.class.getPackageName());

    /** How many tasks may wait that hosts can cause. */
    static final int MOST_WAITING = 1 << 16;

    private static final long PATIENCE_MILLIS = 5_000;

    private final Timers timers;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Thread thread = new Thread(this::run, "beacon-devices");
    private volatile boolean isAsleep;
    private volatile boolean isClosed;

    /** A thread that does not run yet. */
    DeviceThread(Timers timers) {
        this.timers = timers;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Gives it something to do, unless too much waits already. False if so. */
    boolean offer(Runnable task) {
        if (waiting.get() >= MOST_WAITING) {
            return false;
        }
        put(task);
        return true;
    }

    /** Gives it something to do that must not be lost. */
    void put(Runnable task) {
        waiting.incrementAndGet();
        tasks.add(task);
        if (isAsleep) {
            LockSupport.unpark(thread);
        }
    }

    /**
     * Waits until all that it was given before is done; but not for seconds, nor when it is this thread that asks, or one that
     * has ended.
     */
    void awaitTurn() {
        if (Thread.currentThread() == thread || isClosed) {
            return;
        }
        var turn = new CountDownLatch(1);
        put(turn::countDown);
        try {
            if (!turn.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                LOG.log(
                        Level.WARNING,
                        "something has kept the thread of devices busy for %d ms".formatted(PATIENCE_MILLIS));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!isClosed) {
            Runnable task = tasks.poll();
            if (task != null) {
                waiting.decrementAndGet();
                runSafely(task);
            }
            Runnable due = timers.pollDue(System.nanoTime());
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
        var _ = Thread.interrupted(); // by a listener's mistake: no sleep would last any more
        if (tasks.isEmpty() && !isClosed) {
            LockSupport.parkNanos(this, timers.nanosToNext(System.nanoTime()));
        }
        isAsleep = false;
    }

    /** Whatever goes wrong costs that task alone. */
    private static void runSafely(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "a change of devices failed", e);
        }
    }

    /** Ends the thread; what waits still is dropped. */
    @Override
    public void close() {
        isClosed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
