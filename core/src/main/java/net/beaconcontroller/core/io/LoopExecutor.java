package net.beaconcontroller.core.io;

import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.core.pipeline.SerialExecutor;

/**
 * The executor of a switch in the run-to-completion design: the loop of its connection reads, runs the listeners, and
 * writes. When the connection moves to another loop, so do the tasks that are queued.
 */
public final class LoopExecutor extends SerialExecutor {
    private volatile Loop loop;
    private final Runnable runNextHere = this::runNextOrForward;

    public LoopExecutor(Loop loop) {
        this.loop = loop;
    }

    @Override
    public boolean isCurrentThread() {
        return loop.isCurrentThread();
    }

    @Override
    public Loop thread() {
        return loop;
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable task) {
        return loop.schedule(delayNanos, this, task);
    }

    @Override
    public boolean scheduleNext() {
        return loop.execute(runNextHere);
    }

    private void runNextOrForward() {
        // If the current loop has stopped, the task runs here; the switch is closed then.
        if (isCurrentThread() || !scheduleNext()) {
            runNext();
        }
    }

    /** Moves the executor to another loop. For the thread of the current loop. */
    void moveTo(Loop other) {
        loop = other;
    }
}
