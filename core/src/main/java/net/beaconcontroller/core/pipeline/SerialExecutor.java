package net.beaconcontroller.core.pipeline;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.api.concurrent.TimerQueue;

/**
 * The executor of one switch. It runs everything that concerns the switch in order and one at a time, on a thread that
 * can change. Only {@link #execute}, {@link #runNowOrLater} and {@link #isCurrentThread} are safe for use by any
 * thread; the other methods are for the current thread of the switch.
 */
public abstract class SerialExecutor extends TimerQueue.Owner {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    /** Returns whether the calling thread is the current thread of the switch. */
    public abstract boolean isCurrentThread();

    /** Returns the current thread of the switch. */
    public abstract ListenerThread thread();

    /** Runs a task after a delay. The returned timer may only be cancelled on this executor. */
    public abstract Cancellable schedule(long delayNanos, Runnable task);

    /** Schedules one call of {@link #runNext} on this executor. Returns false if the controller has stopped. */
    public abstract boolean scheduleNext();

    /** Runs a task after those submitted before. Returns false, without running it, if the controller has stopped. */
    public final boolean execute(Runnable task) {
        tasks.add(task);
        return scheduleNext() || !tasks.remove(task);
    }

    /** Runs a task now if this is the current thread of the switch, and after those submitted before if it is not. */
    public final void runNowOrLater(Runnable task) {
        if (isCurrentThread()) {
            task.run();
        } else {
            execute(task);
        }
    }

    public final void runNext() {
        Runnable task = tasks.poll();
        if (task != null) {
            task.run();
        }
    }
}
