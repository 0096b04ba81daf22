package net.beaconcontroller.routing;

import java.time.Duration;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.Topology;

/**
 * Links weigh as much as frames are on their way over them, so that the shortest path is the fastest. A weight of 1 is
 * 100 microseconds or less. Above 1.6 milliseconds only four binary digits are kept, so that measurements that differ
 * by a few per cent mostly give the same weight. A link that was not measured yet weighs {@link #typical}, a
 * millisecond.
 */
public final class LatencyWeights implements LinkWeights {
    private static final Duration UNIT = Duration.ofNanos(100_000);
    private static final Duration HALF_UNIT = UNIT.dividedBy(2);
    private static final int DIGITS = 4;
    private static final int TYPICAL = 10;

    private final Topology topology;

    public LatencyWeights(Topology topology) {
        this.topology = topology;
    }

    @Override
    public int weight(Link link) {
        return topology.latency(link).map(LatencyWeights::rounded).orElse(TYPICAL);
    }

    @Override
    public int typical() {
        return TYPICAL;
    }

    private static int rounded(Duration latency) {
        int units = Math.clamp(latency.plus(HALF_UNIT).dividedBy(UNIT), 1, MAX);
        int dropped = Math.max(0, Integer.SIZE - Integer.numberOfLeadingZeros(units) - DIGITS);
        int half = (1 << dropped) / 2;
        return (units + half) >> dropped << dropped;
    }
}
