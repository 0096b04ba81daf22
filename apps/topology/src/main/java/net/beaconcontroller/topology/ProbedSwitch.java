package net.beaconcontroller.topology;

import net.beaconcontroller.api.Switch;

/**
 * A connected switch, and the recent maximum delay of the probes over its links. Hosts that relay probes can delay
 * them. Therefore the delay counts for the two switches of the link only, and is bounded. Thread-safe.
 */
final class ProbedSwitch {
    /** The recorded maximum delay decays by 1/32 with each probe: to a third after 32 probes on time. */
    private static final int DELAY_DECAY = 32;

    private final Switch sw;
    private volatile long maxDelayNanos;

    ProbedSwitch(Switch sw) {
        this.sw = sw;
    }

    Switch sw() {
        return sw;
    }

    /**
     * Records the time from sending to handling a direct probe of a known link. A lost update by a concurrent call is
     * harmless.
     *
     * @param limitNanos the maximum that is recorded
     */
    void probeDelayed(long delayNanos, long limitNanos) {
        long before = maxDelayNanos;
        maxDelayNanos = Math.max(Math.min(delayNanos, limitNanos), before - before / DELAY_DECAY);
    }

    long maxDelayNanos() {
        return maxDelayNanos;
    }
}
