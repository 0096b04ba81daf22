package net.beaconcontroller.designs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.api.concurrent.TimerQueue;
import net.beaconcontroller.core.pipeline.PipelineRegistry;
import net.beaconcontroller.core.pipeline.PipelineSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * The shared-queue design of the Beacon paper (section 5.2.1): the loops only read and write, and
 * {@link PipelineThread}s take the messages from one queue. The queue contains the switches that have tasks, not the
 * messages, and no two threads work for one switch at a time; so the order of each switch's messages is preserved. This
 * design serves as a comparison, and suits listeners that take long. Thread-safe.
 */
final class SharedQueue implements PipelineRegistry.Callers {
    private final Queue<SharedQueueExecutor> ready = new ArrayDeque<>();
    private final Time time;
    private final TimerQueue timers = new TimerQueue();
    private final List<PipelineThread> threads = new ArrayList<>();
    private final Set<SharedQueueExecutor> executors = ConcurrentHashMap.newKeySet();
    private volatile PipelineSnapshot latest = PipelineSnapshot.EMPTY;
    private boolean stopping;
    private int ended;

    SharedQueue(int threadCount, Threads factory) {
        time = factory.time();
        for (int i = 0; i < threadCount; i++) {
            threads.add(new PipelineThread("beacon-pipeline-" + i, this, factory));
        }
    }

    void start() {
        threads.forEach(PipelineThread::start);
    }

    /** Creates the executor of a switch. */
    SharedQueueExecutor open() {
        var executor = new SharedQueueExecutor(this);
        executors.add(executor);
        return executor;
    }

    /** Removes the executor of a disconnected switch. */
    void remove(SharedQueueExecutor executor) {
        executors.remove(executor);
    }

    /** Queues an executor that has tasks. Returns false if all threads have ended. */
    synchronized boolean offer(SharedQueueExecutor executor) {
        if (ended == threads.size()) {
            return false;
        }
        ready.add(executor);
        notify();
        return true;
    }

    synchronized Cancellable schedule(long delayNanos, SharedQueueExecutor executor, Runnable task) {
        // A waiting thread may have to wake up earlier.
        notifyAll();
        TimerQueue.Timer timer = timers.add(time.nanos() + delayNanos, executor, task);
        return () -> cancel(timer);
    }

    private synchronized void cancel(TimerQueue.Timer timer) {
        timer.cancel();
    }

    private void queueDueTimers() {
        long now = time.nanos();
        for (TimerQueue.Timer due = timers.poll(now); due != null; due = timers.poll(now)) {
            if (due.owner() instanceof SharedQueueExecutor executor) {
                executor.execute(due);
            }
        }
    }

    /** Adds a task to the tasks of a thread. Returns false if the thread has ended. */
    synchronized boolean execute(PipelineThread thread, Queue<Runnable> itsTasks, Runnable task) {
        if (thread.hasEnded()) {
            return false;
        }
        itsTasks.add(task);
        notifyAll();
        return true;
    }

    /**
     * Waits for the next work of a thread: a task of the thread, or else a queued executor. Returns null if the queue
     * has been stopped and is empty.
     */
    synchronized @Nullable Runnable take(PipelineThread thread, Queue<Runnable> itsTasks) throws InterruptedException {
        while (true) {
            queueDueTimers();
            Runnable task = itsTasks.poll();
            SharedQueueExecutor executor = task == null ? ready.poll() : null;
            if (task != null) {
                return task;
            } else if (executor != null) {
                return () -> executor.runOn(thread);
            } else if (stopping) {
                thread.setEnded();
                ended++;
                notifyAll();
                return null;
            }
            TimeUnit.NANOSECONDS.timedWait(this, timers.nanosToNext(time.nanos()));
        }
    }

    /** Ends the threads after all queued work. */
    void stop(long timeoutMillis) throws InterruptedException {
        synchronized (this) {
            stopping = true;
            notifyAll();
        }
        for (PipelineThread thread : threads) {
            thread.join(timeoutMillis);
        }
    }

    long nowNanos() {
        return time.nanos();
    }

    /** Returns the listeners that a thread adopts before it works for a switch. */
    PipelineSnapshot latest() {
        return latest;
    }

    @Override
    public List<PipelineThread> threads() {
        return threads;
    }

    @Override
    public void publish(PipelineSnapshot snapshot) {
        latest = snapshot;
    }

    @Override
    public CompletableFuture<?> introduce() {
        return CompletableFuture.allOf(
                executors.stream().map(SharedQueueExecutor::introduce).toArray(CompletableFuture[]::new));
    }
}
