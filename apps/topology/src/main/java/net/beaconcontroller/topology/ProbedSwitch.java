package net.beaconcontroller.topology;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
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

    /** A hostile switch could add and delete ports with ever new numbers. */
    static final int MAX_QUEUED_PORTS = 1_000;

    /** The kind of task to queue for a change of a port. */
    enum Queued {
        CHANGE,
        /** A comparison of all ports of the switch. */
        COMPARISON,
        /** Nothing: a change of the port, or a comparison, is queued already. */
        NONE
    }

    private final Switch sw;
    /** The new indirect links to the switch that are queued. */
    private final Set<Link> queuedLinks = ConcurrentHashMap.newKeySet();

    /** The ports with a queued change, and whether they were up after their latest change. */
    private final Map<Long, Boolean> queuedPorts = new ConcurrentHashMap<>();

    private final AtomicBoolean isComparisonQueued = new AtomicBoolean();

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

    /** Records the change of a port, and returns the task to queue. On the switch's loop. */
    Queued queuePort(long number, boolean isUp) {
        if (queuedPorts.computeIfPresent(number, (_, _) -> isUp) != null) {
            return Queued.NONE;
        }
        if (queuedPorts.size() < MAX_QUEUED_PORTS) {
            queuedPorts.put(number, isUp);
            return Queued.CHANGE;
        }
        return isComparisonQueued.getAndSet(true) ? Queued.NONE : Queued.COMPARISON;
    }

    /** Returns whether a port with a queued change was up after its latest change. */
    boolean dequeuePort(long number) {
        return Boolean.TRUE.equals(queuedPorts.remove(number));
    }

    void dequeueComparison() {
        isComparisonQueued.set(false);
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
