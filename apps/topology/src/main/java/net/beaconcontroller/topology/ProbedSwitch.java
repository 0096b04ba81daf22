package net.beaconcontroller.topology;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import net.beaconcontroller.api.Switch;

/**
 * A connected switch with what its probes cause. The recent maximum delay of the probes over its links can be that of
 * hosts that relay them; therefore it counts for the two switches of a link only, and is bounded. Thread-safe.
 */
final class ProbedSwitch {
    /** The recorded maximum delay decays by 1/32 with each probe: to a third after 32 probes on time. */
    private static final int DELAY_DECAY = 32;

    /** A hostile switch could return the probe of each of its ports at each other port. */
    static final int MAX_QUEUED_LINKS = 1_000;

    private final Switch sw;
    /** The new indirect links to the switch that are queued. */
    private final Set<Link> queuedLinks = ConcurrentHashMap.newKeySet();

    private volatile long maxDelayNanos;

    ProbedSwitch(Switch sw) {
        this.sw = sw;
    }

    Switch sw() {
        return sw;
    }

    /** Queues a new indirect link. Returns false if it is queued already, or too many are. On the switch's loop. */
    boolean queue(Link link) {
        return queuedLinks.size() < MAX_QUEUED_LINKS && queuedLinks.add(link);
    }

    void dequeue(Link link) {
        queuedLinks.remove(link);
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
