package net.beaconcontroller.topology;

import java.util.concurrent.atomic.AtomicLong;

/** When the probes of a port were sent. Thread-safe. */
final class PortProbes {
    private final AtomicLong lastReceivedSentNanos;
    private final AtomicLong requestedNanos;

    /** @param upNanos when the port came up */
    PortProbes(long upNanos, long requestIntervalNanos) {
        lastReceivedSentNanos = new AtomicLong(upNanos);
        requestedNanos = new AtomicLong(upNanos - requestIntervalNanos);
    }

    /**
     * Returns whether a direct probe that was received was sent after the port came up, and after all that were
     * received before.
     */
    boolean isNewer(long sentNanos) {
        long before = lastReceivedSentNanos.get();
        return sentNanos - before > 0 && lastReceivedSentNanos.compareAndSet(before, sentNanos);
    }

    /** Returns whether no probe was requested for an interval, and records a request. */
    boolean mayRequest(long nowNanos, long intervalNanos) {
        long before = requestedNanos.get();
        return nowNanos - before >= intervalNanos && requestedNanos.compareAndSet(before, nowNanos);
    }
}
