package net.beaconcontroller.core;

import net.beaconcontroller.api.PacketIn;
import net.beaconcontroller.common.concurrent.RateLimitedLog;
import org.jspecify.annotations.Nullable;

/** A thread that listeners run on, and what those that run on it share. Only {@link #execute} is for other threads too. */
abstract class ListenerThread {
    private static final System.Logger LOG = System.getLogger(ListenerThread.class.getPackageName());

    final PacketIn packetIn = new PacketIn();

    /** For frames that are shown early. They should still be in a cache when it is their turn. */
    final int[] framesAhead = new int[32];

    /** For what peers and applications do wrong, and what fails. */
    final RateLimitedLog log = new RateLimitedLog(LOG, 10);

    /** For switches that come and go. */
    final RateLimitedLog arrivals = new RateLimitedLog(LOG, 1000);

    PipelineRegistry.Snapshot pipelines = PipelineRegistry.Snapshot.EMPTY;

    private @Nullable Thread thread;

    /** From now on it is the calling thread. */
    final void bindToCurrentThread() {
        thread = Thread.currentThread();
    }

    /** Safe from any thread. */
    final boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    /** Runs a task when what it does now is done. Returns false if the thread has ended and will not. */
    abstract boolean execute(Runnable task);

    /** The time when that came which is being handled. */
    abstract long nowNanos();

    /** Goes over to another order of listeners, and tells those that join of the switches that are here. */
    abstract void adopt(PipelineRegistry.Snapshot snapshot);
}
