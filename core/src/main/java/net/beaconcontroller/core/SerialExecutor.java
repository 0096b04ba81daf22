package net.beaconcontroller.core;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.api.concurrent.TimerQueue;

/**
 * The executor of one switch. It runs everything that concerns the switch in order and one at a time, on a thread that
 * can change. Only {@link #execute}, {@link #runNowOrLater} and {@link #isCurrentThread} are safe for use by any
 * thread; the other methods are for the current thread of the switch.
 */
abstract class SerialExecutor extends TimerQueue.Owner {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    /** Returns whether the calling thread is the current thread of the switch. */
    abstract boolean isCurrentThread();

    /** Returns the current thread of the switch. */
    abstract ListenerThread thread();

    /** Runs a task after a delay. The returned timer may only be cancelled on this executor. */
    abstract Cancellable schedule(long delayNanos, Runnable task);

    /** Schedules one call of {@link #runNext} on this executor. Returns false if the controller has stopped. */
    abstract boolean scheduleNext();

    /** Runs a task after those submitted before. Returns false, without running it, if the controller has stopped. */
    final boolean execute(Runnable task) {
        tasks.add(task);
        return scheduleNext() || !tasks.remove(task);
    }

    /** Runs a task now if this is the current thread of the switch, and after those submitted before if it is not. */
    final void runNowOrLater(Runnable task) {
        if (isCurrentThread()) {
            task.run();
        } else {
            execute(task);
        }
    }

    final void runNext() {
        Runnable task = tasks.poll();
        if (task != null) {
            task.run();
        }
    }
}
