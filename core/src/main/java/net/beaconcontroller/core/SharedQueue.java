package net.beaconcontroller.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import net.beaconcontroller.common.concurrent.Cancellable;
import net.beaconcontroller.common.concurrent.TimerQueue;
import org.jspecify.annotations.Nullable;

/**
 * The shared queue of the Beacon paper (section 5.2.1): the loops only read and write, and put what they read into one queue,
 * from which {@link PipelineThread}s take it. Whichever thread is free takes the next switch that has something to do, and
 * no two have the same one, so the order of each switch's messages is kept. It is here to be compared with, and for
 * listeners that take long. Safe for use by several threads.
 */
final class SharedQueue implements PipelineRegistry.Callers {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<SharedQueueExecutor> ready = new ArrayDeque<>();
    private final TimerQueue timers = new TimerQueue();
    private final List<PipelineThread> threads = new ArrayList<>();
    private final Set<SharedQueueExecutor> lanes = ConcurrentHashMap.newKeySet();
    private volatile PipelineRegistry.Snapshot latest = PipelineRegistry.Snapshot.EMPTY;
    private boolean stopping;
    private int ended;

    SharedQueue(int threadCount) {
        for (int i = 0; i < threadCount; i++) {
            threads.add(new PipelineThread("beacon-pipeline-" + i, this));
        }
    }

    void start() {
        threads.forEach(PipelineThread::start);
    }

    /** A lane for another switch. */
    SharedQueueExecutor open() {
        var lane = new SharedQueueExecutor(this);
        lanes.add(lane);
        return lane;
    }

    /** The switch of this lane is gone. */
    void forget(SharedQueueExecutor lane) {
        lanes.remove(lane);
    }

    /** A lane has something to do. Returns false if nobody is there any more to do it. */
    boolean offer(SharedQueueExecutor lane) {
        lock.lock();
        try {
            if (ended == threads.size()) {
                return false;
            }
            ready.add(lane);
            changed.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    Cancellable after(long delayNanos, SharedQueueExecutor lane, Runnable task) {
        lock.lock();
        try {
            // A waiting thread may have to wake up earlier.
            changed.signalAll();
            TimerQueue.Timer timer = timers.add(System.nanoTime() + delayNanos, lane, task);
            return () -> cancel(timer);
        } finally {
            lock.unlock();
        }
    }

    private void cancel(TimerQueue.Timer timer) {
        lock.lock();
        try {
            timer.cancel();
        } finally {
            lock.unlock();
        }
    }

    private void queueDueTimers() {
        long now = System.nanoTime();
        for (TimerQueue.Timer due = timers.poll(now); due != null; due = timers.poll(now)) {
            if (due.owner() instanceof SharedQueueExecutor executor) {
                executor.execute(due);
            }
        }
    }

    /** Puts a task into the list of a thread's own. Returns false if the thread has ended. */
    boolean execute(PipelineThread thread, Queue<Runnable> itsTasks, Runnable task) {
        lock.lock();
        try {
            if (thread.hasEnded()) {
                return false;
            }
            itsTasks.add(task);
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for what a thread is to do next: its own tasks come first, then a lane. Returns null when the queue has been
     * stopped and is empty.
     */
    @Nullable
    Runnable take(PipelineThread thread, Queue<Runnable> itsTasks) throws InterruptedException {
        lock.lock();
        try {
            while (true) {
                queueDueTimers();
                Runnable task = itsTasks.poll();
                SharedQueueExecutor lane = task == null ? ready.poll() : null;
                if (task != null) {
                    return task;
                } else if (lane != null) {
                    return () -> lane.runOn(thread);
                } else if (stopping) {
                    thread.end();
                    ended++;
                    changed.signalAll();
                    return null;
                }
                var _ = changed.awaitNanos(timers.nanosToNext(System.nanoTime()));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the threads when they have done what there is to do. */
    void stop(long timeoutMillis) throws InterruptedException {
        lock.lock();
        try {
            stopping = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        for (PipelineThread thread : threads) {
            thread.join(timeoutMillis);
        }
    }

    /** The order of listeners that a thread goes by when it takes up a lane. */
    PipelineRegistry.Snapshot latest() {
        return latest;
    }

    @Override
    public List<PipelineThread> threads() {
        return threads;
    }

    @Override
    public void publish(PipelineRegistry.Snapshot snapshot) {
        latest = snapshot;
    }

    @Override
    public CompletableFuture<?> introduce() {
        return CompletableFuture.allOf(
                lanes.stream().map(SharedQueueExecutor::catchUp).toArray(CompletableFuture[]::new));
    }
}
