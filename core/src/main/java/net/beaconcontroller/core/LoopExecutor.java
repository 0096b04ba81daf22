package net.beaconcontroller.core;

import net.beaconcontroller.common.concurrent.Cancellable;

/**
 * The lane of a switch whose loop does all: it reads, runs the listeners to completion, and writes. The switch can go over to
 * another loop; a task that was on its way to the loop before is passed on to that which has the switch.
 */
final class LoopExecutor extends SerialExecutor {
    private volatile Loop loop;
    private final Runnable next = this::nextOrPassOn;

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
    Cancellable after(long delayNanos, Runnable task) {
        return loop.after(delayNanos, this, task);
    }

    @Override
    boolean callNext() {
        return loop.execute(next);
    }

    private void nextOrPassOn() {
        if (isCurrentThread() || !callNext()) { // where the loop that had it has ended, the task finds a closed switch
            runNext();
        }
    }

    /** On the loop that has the switch: from here on it is another's. */
    void moveTo(Loop other) {
        loop = other;
    }
}
