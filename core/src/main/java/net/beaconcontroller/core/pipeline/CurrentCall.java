package net.beaconcontroller.core.pipeline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The call of an application's code that a thread is executing. The thread writes it at the begin and at the end of
 * each call, without a clock read; {@link ApplicationMonitor} samples it. Calls may be nested.
 *
 * <p>The writer uses plain access, as the message counters do. The JIT compiler may omit a write only if the call
 * contains no safepoint, and such a call is short.
 */
public final class CurrentCall {
    /** The target of no call. */
    public static final int NONE = 0;

    private static final VarHandle TARGET = field("target");
    private static final VarHandle NUMBER = field("number");

    /** The object of the thread that reads this. */
    private static final ThreadLocal<CurrentCall> OF_THREAD = ThreadLocal.withInitial(CurrentCall::new);

    /** The id of the {@link CallStatistics} of the call, or {@link #NONE}. */
    private int target;

    /** The switch whose message the thread is handling. */
    private @Nullable ServedSwitch receiving;

    /** The number of calls that have begun, read through {@link #NUMBER}. */
    @SuppressWarnings("UnusedVariable")
    private int number;

    private static VarHandle field(String name) {
        try {
            return MethodHandles.lookup().findVarHandle(CurrentCall.class, name, int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Makes this the object of the calling thread. */
    void bindToCurrentThread() {
        OF_THREAD.set(this);
    }

    /** Returns the object of the calling thread. */
    public static CurrentCall ofThread() {
        return OF_THREAD.get();
    }

    // For the thread

    /** Returns the target of the present call, to be passed to {@link #end} after a call within it. */
    public int target() {
        return target;
    }

    public void begin(int newTarget) {
        target = newTarget;
        number++;
    }

    /** Ends a call, and continues the surrounding one, if any. */
    public void end(int surroundingTarget) {
        target = surroundingTarget;
    }

    /** Returns the switch whose message the thread is handling; null if it does something else. */
    public @Nullable ServedSwitch receiving() {
        return receiving;
    }

    public void setReceiving(@Nullable ServedSwitch sw) {
        receiving = sw;
    }

    // For any thread

    int sampleTarget() {
        return (int) TARGET.getOpaque(this);
    }

    int sampleNumber() {
        return (int) NUMBER.getOpaque(this);
    }
}
