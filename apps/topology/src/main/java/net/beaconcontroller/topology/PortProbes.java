package net.beaconcontroller.topology;

import java.util.concurrent.atomic.AtomicLong;

/** When the probes of a port were sent, and how many of them have returned. Thread-safe, except where noted. */
final class PortProbes {
    private final AtomicLong lastReceivedSentNanos;
    private final AtomicLong requestedNanos;

    // Used on the loop of the switch
    private long broadcastNanos;
    private boolean hasReturned;
    private int returnedInRow;

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

    /** Records that a broadcast probe is sent. */
    void broadcastSent(long nanos) {
        if (!hasReturned) {
            returnedInRow = 0;
        }
        hasReturned = false;
        broadcastNanos = nanos;
    }

    /** Records that a broadcast probe has returned. Returns the number in a row; 0 for a copy, or one that is late. */
    int returned(long sentNanos) {
        if (sentNanos != broadcastNanos || hasReturned) {
            return 0;
        }
        hasReturned = true;
        returnedInRow = Math.min(returnedInRow, LoopDetector.BROADCASTS) + 1;
        return returnedInRow;
    }

    /** Returns whether no probe was requested for an interval, and records a request. */
    boolean mayRequest(long nowNanos, long intervalNanos) {
        long before = requestedNanos.get();
        return nowNanos - before >= intervalNanos && requestedNanos.compareAndSet(before, nowNanos);
    }
}
