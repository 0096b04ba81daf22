package net.beaconcontroller.topology;

import java.time.Duration;
import java.util.Arrays;

/**
 * Arrival and transit times of the probes of one link. Written on the loop of the receiving switch, read by any thread.
 */
final class LinkActivity {
    private static final int SAMPLES = 8;

    private final long[] transitNanos = new long[SAMPLES];
    private int next;
    private long lastSentNanos;
    private volatile long lastReceivedNanos;
    private volatile long minTransitNanos;

    LinkActivity(long sentNanos, long receivedNanos, long transitNanos) {
        Arrays.fill(this.transitNanos, transitNanos);
        lastSentNanos = sentNanos;
        lastReceivedNanos = receivedNanos;
        minTransitNanos = transitNanos;
    }

    /** Records a further probe. Returns false, without recording it, unless it was sent after all recorded ones. */
    boolean record(long sentNanos, long receivedNanos, long transit) {
        if (sentNanos - lastSentNanos <= 0) {
            return false;
        }
        lastSentNanos = sentNanos;
        transitNanos[next] = transit;
        next = (next + 1) % SAMPLES;
        minTransitNanos = Arrays.stream(transitNanos).min().orElseThrow();
        lastReceivedNanos = receivedNanos;
        return true;
    }

    /** Makes the link expire as if a probe had been received now: no probe could be received before. */
    void restart(long nowNanos) {
        lastReceivedNanos = nowNanos;
    }

    long lastReceivedNanos() {
        return lastReceivedNanos;
    }

    /** Returns the minimum transit time of the last eight probes. */
    Duration latency() {
        return Duration.ofNanos(minTransitNanos);
    }

    long latencyNanos() {
        return minTransitNanos;
    }
}
