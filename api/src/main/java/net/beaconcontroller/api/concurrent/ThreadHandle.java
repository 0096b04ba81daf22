package net.beaconcontroller.api.concurrent;

/** A thread of {@link Threads}. All methods are safe for use by any thread. */
public interface ThreadHandle {
    /** Starts the thread. */
    void start();

    String name();

    /**
     * Returns whether the caller runs on this thread. A thread of the JDK that runs the steps of several handles in
     * turn is the thread of the one whose step it is running.
     */
    boolean isCurrent();

    /** Ends the wait after a step: the present one, or else the next. */
    void wake();

    /** Interrupts a task that may block. */
    void interrupt();

    /**
     * Waits until the thread has ended. Returns at once if it was not started.
     *
     * @return false if it has not ended in this time
     */
    boolean join(long timeoutMillis) throws InterruptedException;

    /** Returns the calls that the thread is executing, the innermost first; empty if it is not running. */
    StackTraceElement[] stackTrace();
}
