package net.beaconcontroller.topology;

import java.time.Duration;
import java.util.Arrays;

/** When probes came over a link, and how long they took. Written on the loop of the switch that it ends at, read by any thread. */
final class LinkActivity {
    private static final int SAMPLES = 8;

    private final long[] tookNanos = new long[SAMPLES];
    private int next;
    private long lastSentNanos;
    private volatile long lastHeardNanos;
    private volatile long leastNanos;

    LinkActivity(long sentNanos, long heardNanos, long tookNanos) {
        Arrays.fill(this.tookNanos, tookNanos);
        lastSentNanos = sentNanos;
        lastHeardNanos = heardNanos;
        leastNanos = tookNanos;
    }

    /** A further probe came. False if it was sent before the last that came, or is that one. */
    boolean again(long sentNanos, long heardNanos, long took) {
        if (sentNanos - lastSentNanos <= 0) {
            return false;
        }
        lastSentNanos = sentNanos;
        tookNanos[next] = took;
        next = (next + 1) % SAMPLES;
        leastNanos = Arrays.stream(tookNanos).min().orElseThrow();
        lastHeardNanos = heardNanos;
        return true;
    }

    long lastHeardNanos() {
        return lastHeardNanos;
    }

    Duration latency() {
        return Duration.ofNanos(leastNanos);
    }
}
