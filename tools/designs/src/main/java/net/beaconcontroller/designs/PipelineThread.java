package net.beaconcontroller.designs;

import java.util.ArrayDeque;
import java.util.Queue;
import net.beaconcontroller.api.concurrent.Steps;
import net.beaconcontroller.api.concurrent.ThreadHandle;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.core.pipeline.ListenerThread;
import net.beaconcontroller.core.pipeline.PipelineSnapshot;

/**
 * A worker thread of the {@link SharedQueue}: takes one switch at a time from the queue, and calls the listeners for
 * it.
 */
final class PipelineThread extends ListenerThread implements Steps {
    private final SharedQueue queue;
    private final ThreadHandle thread;
    /** The tasks of this thread, guarded by the queue. */
    private final Queue<Runnable> tasks = new ArrayDeque<>();

    /** Written by this thread while it holds the queue's monitor. */
    private boolean ended;

    private long nowNanos;

    PipelineThread(String name, SharedQueue queue, Threads threads) {
        super(threads);
        this.queue = queue;
        this.thread = threads.newThread(name, this);
        this.nowNanos = threads.time().nanos();
    }

    void start() {
        setThread(thread);
        thread.start();
    }

    void join(long timeoutMillis) throws InterruptedException {
        var _ = thread.join(timeoutMillis);
    }

    @Override
    public long step() {
        if (ended) {
            return END;
        }
        runSafely(this::takeAndRun);
        return 0;
    }

    private void takeAndRun() {
        try {
            Runnable next = queue.take(this, tasks);
            if (next != null) {
                next.run();
            }
        } catch (InterruptedException _) {
            // A listener has interrupted this thread. Only the queue ends it.
        }
    }

    /** Adopts the latest listeners, before work for a switch. */
    void adoptLatest() {
        pipelines = queue.latest();
    }

    void setNowNanos(long nanos) {
        nowNanos = nanos;
    }

    void setEnded() {
        ended = true;
    }

    boolean hasEnded() {
        return ended;
    }

    @Override
    public boolean execute(Runnable task) {
        return queue.execute(this, tasks, task);
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }

    @Override
    public void adopt(PipelineSnapshot snapshot) {
        pipelines = snapshot;
        packetIns.pipelineChanged();
    }
}
