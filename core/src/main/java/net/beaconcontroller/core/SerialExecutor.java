package net.beaconcontroller.core;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import net.beaconcontroller.common.concurrent.Cancellable;

/**
 * Where all that concerns one switch is done, one thing after the other and in order, whichever thread does it. Only {@link
 * #execute} and {@link #isCurrentThread} are for other threads too.
 */
abstract class SerialExecutor {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    /** Whether the calling thread is at work for this switch. */
    abstract boolean isCurrentThread();

    /** The thread that is at work for this switch. */
    abstract ListenerThread thread();

    /** Runs a task once, after this time; what it is to be cancelled by is for this lane as well. */
    abstract Cancellable after(long delayNanos, Runnable task);

    /** Has {@link #runNext} called on this lane, once for each call of this; false if it will not be. */
    abstract boolean callNext();

    /** Runs a task on this lane, behind those that came before it. Returns false if the controller has ended and will not. */
    final boolean execute(Runnable task) {
        tasks.add(task);
        return callNext() || !tasks.remove(task);
    }

    final void runNext() {
        Runnable task = tasks.poll();
        if (task != null) {
            task.run();
        }
    }
}
