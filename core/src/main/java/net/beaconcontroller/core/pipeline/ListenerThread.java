package net.beaconcontroller.core.pipeline;

import java.lang.System.Logger.Level;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.api.concurrent.ThreadHandle;
import net.beaconcontroller.api.concurrent.Threads;
import org.jspecify.annotations.Nullable;

/**
 * A thread that calls listeners, and the objects that all switches on it share. Only {@link #execute}, {@link
 * #isCurrentThread} and the methods documented as safe may be called by other threads.
 */
public abstract class ListenerThread {
    /** The name of the logger for switches that connect and disconnect. */
    public static final String CONNECTION_LOG = "net.beaconcontroller.core.switches";

    private static final System.Logger LOG = System.getLogger("net.beaconcontroller.core");

    /** Null for a thread that was never bound. */
    private static final ThreadLocal<@Nullable Binding> BINDING = new ThreadLocal<>();

    /**
     * The object that a thread is bound to. A field of the object has it, since {@link #isCurrentThread} is called for
     * each message that is sent, and looking up a thread-local variable takes several times as long.
     */
    private static final class Binding {
        final Thread thread = Thread.currentThread();
        /** Only for the thread. */
        @Nullable
        ListenerThread to;
    }

    /** The call that this thread is executing. */
    public final CurrentCall currentCall = new CurrentCall();

    public final ReceivedPacketIns packetIns = new ReceivedPacketIns(currentCall);

    /** The log of events that peers and applications can cause at any rate. */
    public final RateLimitedLog log;

    /** The log of switches that connect and disconnect. */
    public final RateLimitedLog connectionLog;

    public PipelineSnapshot pipelines = PipelineSnapshot.EMPTY;

    /**
     * The latest snapshot, to be adopted before the next message. Not volatile: its fields are final, and if the JIT
     * compiler keeps it in a register, then only until the next call that is not inlined.
     */
    private PipelineSnapshot published = PipelineSnapshot.EMPTY;

    /** Null until it is started. */
    private volatile @Nullable ThreadHandle thread;

    /** The binding of the thread that was last bound to this object. */
    private @Nullable Binding binding;

    public ListenerThread(Threads threads) {
        log = new RateLimitedLog(LOG, 10, threads);
        connectionLog = new RateLimitedLog(System.getLogger(CONNECTION_LOG), 1000, threads);
    }

    public final void setThread(ThreadHandle handle) {
        thread = handle;
    }

    /** Makes the calling thread the thread of this object. */
    public final void bind() {
        Binding ofThread = BINDING.get();
        if (ofThread == null) {
            ofThread = new Binding();
            BINDING.set(ofThread);
        }
        ofThread.to = this;
        binding = ofThread;
        currentCall.bindToCurrentThread();
    }

    /** Returns whether the calling thread is one that calls listeners. */
    public static boolean isAnyCurrentThread() {
        return BINDING.get() != null;
    }

    public final boolean isCurrentThread() {
        Binding last = binding;
        return last != null && last.thread == Thread.currentThread() && last.to == this;
    }

    /** Runs a task, and logs its exceptions. For this thread. */
    public final void runSafely(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            currentCall.end(CurrentCall.NONE);
            log.log(Level.ERROR, "task failed; continuing", e);
        }
    }

    /** Returns the name of the thread, which is empty if it is not running. Safe for use by any thread. */
    public final String threadName() {
        ThreadHandle known = thread;
        return known == null ? "" : known.name();
    }

    /** Returns the stack trace of the thread, which is empty if it is not running. Safe for use by any thread. */
    public final StackTraceElement[] stackTrace() {
        ThreadHandle known = thread;
        return known == null ? new StackTraceElement[0] : known.stackTrace();
    }

    /** Publishes a snapshot to be adopted before the next message. Safe for use by any thread. */
    public final void publish(PipelineSnapshot snapshot) {
        published = snapshot;
    }

    /** Adopts the published snapshot if it is newer than {@link #pipelines}, and returns whether it was. */
    public final boolean adoptPublished() {
        PipelineSnapshot latest = published;
        if (latest == pipelines || latest.number <= pipelines.number) {
            return false;
        }
        adopt(latest);
        return true;
    }

    /** Runs a task after the current one. Returns false, without running it, if the thread has ended. */
    public abstract boolean execute(Runnable task);

    /** Returns the time at which the bytes that are being handled were received. */
    public abstract long nowNanos();

    /** Replaces the listeners, and informs the added ones of the switches on this thread. */
    public abstract void adopt(PipelineSnapshot snapshot);
}
