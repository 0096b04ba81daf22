package net.beaconcontroller.statistics;

import java.util.List;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.PortStats;

/** Statistics for tests. */
final class Counted {
    private Counted() {}

    /** Returns a port that has received packets of 100 bytes, and has sent half as many. */
    static PortStats port(long port, double ageSeconds, long receivedPackets) {
        return port(port, ageSeconds, receivedPackets, 0);
    }

    static PortStats port(long port, double ageSeconds, long receivedPackets, long errors) {
        long nanos = Math.round(ageSeconds * 1e9);
        return new PortStats(
                port,
                nanos / 1_000_000_000,
                nanos % 1_000_000_000,
                receivedPackets,
                receivedPackets / 2,
                100 * receivedPackets,
                50 * receivedPackets,
                -1,
                -1,
                errors,
                0,
                List.of());
    }

    /** Returns a flow that has counted packets of 100 bytes. */
    static FlowStats flow(String match, double ageSeconds, long packets) {
        long nanos = Math.round(ageSeconds * 1e9);
        return new FlowStats(
                0,
                10,
                0,
                0,
                0,
                0,
                7,
                Match.parse(match),
                Stats.of(nanos / 1_000_000_000, nanos % 1_000_000_000, packets, 100 * packets),
                List.of());
    }
}
