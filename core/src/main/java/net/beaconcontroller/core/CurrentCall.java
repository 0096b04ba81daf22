package net.beaconcontroller.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The call of an application's code that a thread is executing. The thread writes one field at the begin and at the end
 * of each call, without a clock read; {@link ApplicationMonitor} samples it. Calls may be nested.
 */
final class CurrentCall {
    /** The target of no call. */
    static final int NONE = 0;

    private static final VarHandle CALL = field();
    private static final long NEXT = 1L << Integer.SIZE;

    /** The call of the thread that reads this. */
    private static final ThreadLocal<CurrentCall> OF_THREAD = ThreadLocal.withInitial(CurrentCall::new);

    /** The number of the call in the upper half, and the id of its {@link CallStatistics} in the lower half. */
    private long call;

    private static VarHandle field() {
        try {
            return MethodHandles.lookup().findVarHandle(CurrentCall.class, "call", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Makes this the object of the calling thread. */
    void bindToCurrentThread() {
        OF_THREAD.set(this);
    }

    /** Returns the object of the calling thread. */
    static CurrentCall ofThread() {
        return OF_THREAD.get();
    }

    /** Returns the target of the call that the thread is executing, to restore it later. For the thread. */
    int target() {
        return (int) call;
    }

    /** Begins a call, or ends one if {@code target} is that of the surrounding call. For the thread. */
    void set(int target) {
        CALL.setOpaque(this, (call & -NEXT) + NEXT + target);
    }

    /** Returns a value that differs for each call, and contains the target. Safe for use by any thread. */
    long sample() {
        return (long) CALL.getOpaque(this);
    }

    /** Returns the target in a sample. */
    static int targetOf(long sample) {
        return (int) sample;
    }
}
