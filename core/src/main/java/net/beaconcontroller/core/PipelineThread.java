package net.beaconcontroller.core;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Queue;

/** A thread that takes switches which have something to do from the {@link SharedQueue}, and runs the listeners for them. */
final class PipelineThread extends ListenerThread implements Runnable {
    private final SharedQueue queue;
    private final Thread thread;
    /** Guarded by the queue's lock. */
    private final Queue<Runnable> tasks = new ArrayDeque<>();

    /** Written by this thread, under the queue's lock. */
    private boolean ended;

    private long nowNanos = System.nanoTime();

    PipelineThread(String name, SharedQueue queue) {
        this.queue = queue;
        this.thread = new Thread(this, name);
    }

    void start() {
        thread.start();
    }

    void join(long timeoutMillis) throws InterruptedException {
        thread.join(timeoutMillis);
    }

    @Override
    public void run() {
        bindToCurrentThread();
        while (!ended) {
            runSafely(this::takeAndRun);
        }
    }

    private void takeAndRun() {
        try {
            Runnable next = queue.take(this, tasks);
            if (next != null) {
                next.run();
            }
        } catch (InterruptedException _) {
            // an application interrupted this thread, which is not its own: what it wanted to end has ended
        }
    }

    /** Whatever happens in a task, the thread goes on. */
    void runSafely(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            log.log(Level.ERROR, "a task failed", e);
        }
    }

    /** Takes up the work for a switch. */
    void begin() {
        pipelines = queue.latest();
    }

    /** What comes next came then. */
    void setNow(long nanos) {
        nowNanos = nanos;
    }

    void end() {
        ended = true;
    }

    boolean hasEnded() {
        return ended;
    }

    @Override
    boolean execute(Runnable task) {
        return queue.execute(this, tasks, task);
    }

    @Override
    long nowNanos() {
        return nowNanos;
    }

    @Override
    void adopt(PipelineRegistry.Snapshot snapshot) {
        pipelines = snapshot;
    }
}
