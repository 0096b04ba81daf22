package net.beaconcontroller.routing;

import java.time.Duration;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.Topology;

/**
 * Weights proportional to the latency of links, in units of 100 microseconds and at least 1, so that the shortest path
 * is the fastest. Weights above 15 are rounded to four significant bits, so that small variations of the measured
 * latency rarely change them. A link without a measurement has the {@link #defaultWeight}, which is one millisecond.
 */
public final class LatencyWeights implements LinkWeights {
    private static final Duration UNIT = Duration.ofNanos(100_000);
    private static final Duration HALF_UNIT = UNIT.dividedBy(2);
    private static final int SIGNIFICANT_BITS = 4;
    private static final int DEFAULT_WEIGHT = 10;

    private final Topology topology;

    public LatencyWeights(Topology topology) {
        this.topology = topology;
    }

    @Override
    public int weight(Link link) {
        return topology.latency(link).map(LatencyWeights::rounded).orElse(DEFAULT_WEIGHT);
    }

    @Override
    public int defaultWeight() {
        return DEFAULT_WEIGHT;
    }

    private static int rounded(Duration latency) {
        int units = Math.clamp(latency.plus(HALF_UNIT).dividedBy(UNIT), 1, MAX);
        int dropped = Math.max(0, Integer.SIZE - Integer.numberOfLeadingZeros(units) - SIGNIFICANT_BITS);
        int half = (1 << dropped) / 2;
        return (units + half) >> dropped << dropped;
    }
}
