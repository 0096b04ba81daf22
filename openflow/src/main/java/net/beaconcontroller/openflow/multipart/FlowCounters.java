package net.beaconcontroller.openflow.multipart;

import java.util.List;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * The statistics of a flow, without its timeouts and instructions, OpenFlow 1.5.1 section 7.3.5 (OFPMP_FLOW_STATS);
 * OpenFlow 1.5. {@link FlowStats} exists in all versions.
 *
 * @param tableId the flow table, 0 to 254
 * @param reason an OFPFSR_ number: 0 request, 1 {@link Instruction.StatTrigger}
 * @param priority 0 to 65535
 * @param match the packets of the flow
 * @param stats the statistics of the flow
 */
public record FlowCounters(int tableId, int reason, int priority, Match match, Stats stats) {
    /**
     * Requests the statistics of the flows that the match covers, OpenFlow 1.5.1 section 7.3.5 (OFPMP_FLOW_STATS);
     * OpenFlow 1.5.
     *
     * @param tableId 0 to 254; {@link FlowMod#ALL_TABLES} for all
     * @param outPort restricts the request to flows that output to this port; {@link PortNumber#ANY} for no restriction
     * @param outGroup restricts the request to flows that output to this group; {@link GroupNumber#ANY} for no
     *     restriction
     * @param cookie 64 bits
     * @param cookieMask the bits of the cookie to match; 0 for none
     * @param match covers the requested flows
     */
    public record Request(int tableId, long outPort, long outGroup, long cookie, long cookieMask, Match match)
            implements MultipartRequest<Reply>, FlowFilter {
        public static final MessageLayout<Request> LAYOUT =
                FlowFilter.layout(MultipartType.FLOW_COUNTERS, Request.class, Request::new, Reply.LAYOUT);

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /**
     * The statistics of flows, OpenFlow 1.5.1 section 7.3.5 (OFPMP_FLOW_STATS); OpenFlow 1.5. The switch also sends it
     * without a request for {@link Instruction.StatTrigger}.
     */
    public record Reply(List<FlowCounters> flows) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT = MessageLayout.ofReply(
                MultipartType.FLOW_COUNTERS, Reply.class, "flows", Reply::flows, FlowCounters::visit, Reply::new);

        public Reply {
            flows = List.copyOf(flows);
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    static FlowCounters visit(FieldVisitor<FlowCounters> f) {
        f.length("length");
        f.pad(2);
        return new FlowCounters(
                f.u8("table_id", FlowCounters::tableId),
                f.u8("reason", FlowCounters::reason),
                f.u16("priority", FlowCounters::priority),
                Match.visit(f, FlowCounters::match),
                Stats.visit(f, FlowCounters::stats));
    }
}
