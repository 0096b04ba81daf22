package net.beaconcontroller.core.io;

import java.util.concurrent.atomic.AtomicLong;
import net.beaconcontroller.api.concurrent.Time;

/**
 * The time that an event loop has spent handling events, for the {@link Balancer}. Written by the loop's thread, read
 * by any.
 */
final class BusyTime {
    private static final long IDLE = Long.MIN_VALUE;

    private final Time time;

    /** The start of the current busy period, or {@link #IDLE}. */
    private final AtomicLong startNanos = new AtomicLong(IDLE);

    /** The length of all busy periods that have ended. */
    private final AtomicLong endedNanos = new AtomicLong();

    BusyTime(Time time) {
        this.time = time;
    }

    boolean isRunning() {
        return startNanos.getPlain() != IDLE;
    }

    /** Starts a busy period. */
    void start(long nowNanos) {
        startNanos.setRelease(nowNanos);
    }

    /** Ends the busy period, if one is running, and counts it. */
    void stop() {
        long start = startNanos.getPlain();
        if (start != IDLE) {
            startNanos.setRelease(IDLE);
            endedNanos.setRelease(endedNanos.getPlain() + time.nanos() - start);
        }
    }

    /** Discards the busy period, if one is running. */
    void reset() {
        startNanos.setRelease(IDLE);
    }

    /** Returns the length of the busy period that is running; 0 if there is none. */
    long currentNanos() {
        long start = startNanos.getAcquire();
        return start == IDLE ? 0 : time.nanos() - start;
    }

    /** Returns the total busy time. The running period counts, because a single loop iteration can take long. */
    long totalNanos() {
        long current = currentNanos();
        return endedNanos.getAcquire() + current;
    }
}
