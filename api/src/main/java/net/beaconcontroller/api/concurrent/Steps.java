package net.beaconcontroller.api.concurrent;

/**
 * The work of a thread, in steps that return instead of waiting. For the thread of {@link Threads#newThread} alone.
 */
@FunctionalInterface
public interface Steps {
    /** Returned by {@link #step} when there are no more steps. */
    long END = -1;

    /**
     * Called on the thread before the first step. A thread that runs the steps of several objects in turn calls this
     * method each time before it continues with those of this object.
     */
    default void bind() {}

    /**
     * Does what can be done now. Exceptions end the thread.
     *
     * @return the nanoseconds to wait before the next step, unless {@link ThreadHandle#wake} ends the wait; 0 not to
     *     wait; {@link #END} after the last step
     */
    long step();

    /** Called on the thread after the last step, also if that has thrown an exception. */
    default void end() {}
}
