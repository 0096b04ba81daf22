package net.beaconcontroller.core;

import net.beaconcontroller.api.concurrent.Cancellable;

/**
 * The executor of a switch in the run-to-completion design: the loop of its connection reads, runs the listeners, and
 * writes. When the connection moves to another loop, so do the tasks that are queued.
 */
final class LoopExecutor extends SerialExecutor {
    private volatile Loop loop;
    private final Runnable runNextHere = this::runNextOrForward;

    LoopExecutor(Loop loop) {
        this.loop = loop;
    }

    @Override
    boolean isCurrentThread() {
        return loop.isCurrentThread();
    }

    @Override
    Loop thread() {
        return loop;
    }

    @Override
    Cancellable schedule(long delayNanos, Runnable task) {
        return loop.schedule(delayNanos, this, task);
    }

    @Override
    boolean scheduleNext() {
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
