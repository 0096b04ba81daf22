package net.beaconcontroller.openflow.multipart;

import java.util.List;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxs;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * Aggregate statistics of flows, OpenFlow 1.5.1 section 7.3.5 (OFPMP_AGGREGATE_STATS); OFPMP_AGGREGATE in 1.3 and 1.4,
 * OFPST_AGGREGATE earlier.
 *
 * @param stats packet, byte and flow counts; no other statistics before OpenFlow 1.5
 */
public record AggregateStats(Stats stats) implements MultipartReply {
    public static final MessageLayout<AggregateStats> LAYOUT =
            MessageLayout.ofReply(MultipartType.AGGREGATE, AggregateStats.class, AggregateStats::visit);

    /**
     * Requests aggregate statistics of the flows that the match covers, OpenFlow 1.5.1 section 7.3.5
     * (OFPMP_AGGREGATE_STATS).
     *
     * @param tableId 0 to 254; {@link FlowMod#ALL_TABLES} for all
     * @param outPort restricts the request to flows that output to this port; {@link PortNumber#ANY} for no restriction
     * @param outGroup restricts the request to flows that output to this group; {@link GroupNumber#ANY} for no
     *     restriction; not in OpenFlow 1.0
     * @param cookie 64 bits; not in OpenFlow 1.0
     * @param cookieMask the bits of the cookie to match; 0 for none; not in OpenFlow 1.0
     * @param match covers the requested flows
     */
    public record Request(int tableId, long outPort, long outGroup, long cookie, long cookieMask, Match match)
            implements MultipartRequest<AggregateStats>, FlowFilter {
        public static final MessageLayout<Request> LAYOUT =
                FlowFilter.layout(MultipartType.AGGREGATE, Request.class, Request::new, AggregateStats.LAYOUT);

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    static AggregateStats visit(FieldVisitor<AggregateStats> f) {
        if (f.since(Version.OF15)) {
            return new AggregateStats(Stats.visit(f, AggregateStats::stats));
        }
        f.absentValue("stats", sum -> sum.stats.beside(Oxs.PACKET_COUNT, Oxs.BYTE_COUNT, Oxs.FLOW_COUNT), List.of());
        long packets = f.u64("packet_count", sum -> sum.stats.packets());
        long bytes = f.u64("byte_count", sum -> sum.stats.bytes());
        long flows = f.u32("flow_count", sum -> sum.stats.flows() & 0xffffffffL);
        f.pad(4);
        return new AggregateStats(Stats.ofFlows(packets, bytes, flows));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
