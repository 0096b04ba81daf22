package net.beaconcontroller.core;

import java.util.List;

/**
 * The lane of a switch whose loop does all: it reads, runs the listeners to completion, and writes. The switch can go over to
 * another loop; a task that was on its way to the loop before is passed on to that which has the switch.
 */
final class LoopLane extends Lane {
    private volatile Loop loop;
    private final Runnable next = this::nextOrPassOn;

    LoopLane(Loop loop) {
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
    Timers.Timer after(long delayNanos, Runnable task) {
        return loop.after(delayNanos, this, task);
    }

    @Override
    boolean callNext() {
        return loop.execute(next);
    }

    private void nextOrPassOn() {
        if (isCurrentThread()) {
            runNext();
        } else {
            callNext();
        }
    }

    /** On the loop that has the switch: from here on it is another's. Returns the timers that have to go with it. */
    List<Timers.Timer> moveTo(Loop other) {
        List<Timers.Timer> timers = loop.takeTimersOf(this);
        loop = other;
        return timers;
    }
}
