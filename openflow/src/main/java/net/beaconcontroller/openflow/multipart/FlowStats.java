package net.beaconcontroller.openflow.multipart;

import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.ActionPrinter;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.action.InstructionTypes;
import net.beaconcontroller.openflow.match.FlowStatistics;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.MatchPrinter;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.notation.FlowNotation;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * A flow with its statistics, OpenFlow 1.5.1 section 7.3.5 (OFPMP_FLOW_DESC), OpenFlow 1.3.5 section 7.3.5
 * (OFPMP_FLOW), OpenFlow 1.0 section 5.3.5 (OFPST_FLOW).
 *
 * @param tableId the flow table, 0 to 254
 * @param priority 0 to 65535; the matching flow with the highest priority applies
 * @param idleTimeout the flow expires after this time without a packet, in seconds, 0 to 65535; 0 for never
 * @param hardTimeout the flow expires after this time, in seconds, 0 to 65535; 0 for never
 * @param flags OFPFF_ bits, see {@link FlowMod}; OpenFlow 1.3 and later, else 0
 * @param importance 0 to 65535, see {@link FlowMod}; OpenFlow 1.4 and later, else 0
 * @param cookie the cookie of the flow, 64 bits
 * @param match the packets of the flow
 * @param stats the statistics of the flow; duration, packets and bytes before OpenFlow 1.5
 * @param instructions the instructions; a flow without instructions drops its packets
 */
public record FlowStats(
        int tableId,
        int priority,
        int idleTimeout,
        int hardTimeout,
        int flags,
        int importance,
        long cookie,
        Match match,
        Stats stats,
        List<Instruction> instructions)
        implements FlowStatistics {

    /**
     * Requests the flows that the match covers, OpenFlow 1.5.1 section 7.3.5 (OFPMP_FLOW_DESC); OFPMP_FLOW before 1.5.
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
            implements MultipartRequest<Reply>, FlowFilter {
        public static final MessageLayout<Request> LAYOUT =
                FlowFilter.layout(MultipartType.FLOW, Request.class, Request::new, Reply.LAYOUT);

        /** Requests all flows. */
        public Request() {
            this(FlowMod.ALL_TABLES, PortNumber.ANY, GroupNumber.ANY, 0, 0, Match.ANY);
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /** The requested flows, OpenFlow 1.5.1 section 7.3.5 (OFPMP_FLOW_DESC); OFPMP_FLOW before 1.5. */
    public record Reply(List<FlowStats> flows) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT = MessageLayout.ofReply(
                        MultipartType.FLOW, Reply.class, "flows", Reply::flows, FlowStats::visit, Reply::new)
                .printedBy((reply, _) -> reply.body());

        public Reply {
            flows = List.copyOf(flows);
        }

        private String body() {
            return flows.stream().map(flow -> "{" + flow + "}").collect(Collectors.joining(", ", "flows=[", "]"));
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    public FlowStats {
        instructions = List.copyOf(instructions);
    }

    static FlowStats visit(FieldVisitor<FlowStats> f) {
        f.length("length");
        return f.since(Version.OF15) ? visit15(f) : visit10(f);
    }

    private static FlowStats visit15(FieldVisitor<FlowStats> f) {
        f.pad(2);
        return new FlowStats(
                f.padAfter(f.u8("table_id", FlowStats::tableId), 1),
                f.u16("priority", FlowStats::priority),
                f.u16("idle_timeout", FlowStats::idleTimeout),
                f.u16("hard_timeout", FlowStats::hardTimeout),
                f.as(FlowMod.FLAGS).u16("flags", FlowStats::flags),
                f.u16("importance", FlowStats::importance),
                f.as(Names.HEX).u64("cookie", FlowStats::cookie),
                Match.visit(f, FlowStats::match),
                Stats.visit(f, FlowStats::stats),
                InstructionTypes.list(f, FlowStats::instructions));
    }

    /** Visits a flow of a version before 1.5. */
    private static FlowStats visit10(FieldVisitor<FlowStats> f) {
        int tableId = f.u8("table_id", FlowStats::tableId);
        f.pad(1);
        Match match10 = f.is10() ? Match.visit(f, FlowStats::match) : Match.ANY;
        long seconds = f.u32("duration_sec", FlowStats::durationSeconds);
        long nanos = f.u32("duration_nsec", FlowStats::durationNanos);
        int priority = f.u16("priority", FlowStats::priority);
        int idleTimeout = f.u16("idle_timeout", FlowStats::idleTimeout);
        int hardTimeout = f.u16("hard_timeout", FlowStats::hardTimeout);
        int flags = f.as(FlowMod.FLAGS).u16Since(Version.OF13, "flags", FlowStats::flags, 0);
        int importance = f.u16Since(Version.OF14, "importance", FlowStats::importance, 0);
        f.pad(f.since(Version.OF14) ? 2 : f.since(Version.OF13) ? 4 : 6);
        long cookie = f.as(Names.HEX).u64("cookie", FlowStats::cookie);
        Stats stats = FlowStatistics.visitCounts(f, seconds, nanos);
        return new FlowStats(
                tableId,
                priority,
                idleTimeout,
                hardTimeout,
                flags,
                importance,
                cookie,
                f.is10() ? match10 : Match.visit(f, FlowStats::match),
                stats,
                InstructionTypes.list(f, FlowStats::instructions));
    }

    /** Returns the flow as {@code ovs-ofctl dump-flows} prints it, without the leading space. */
    @Override
    public String toString() {
        var text = new StringJoiner(", ");
        text.add("cookie=0x%x".formatted(cookie));
        List<String> statistics = MatchPrinter.stats(stats);
        boolean timed = !statistics.isEmpty() && statistics.getFirst().startsWith("duration=");
        if (timed) {
            text.add(statistics.getFirst());
        }
        text.add("table=" + tableId);
        statistics.subList(timed ? 1 : 0, statistics.size()).forEach(text::add);
        FlowNotation.addTimes(text, idleTimeout, hardTimeout, importance);
        FlowNotation.addFlags(text, flags);
        text.add("priority=" + priority + (match.fields().isEmpty() ? "" : "," + match) + " actions="
                + ActionPrinter.instructions(instructions));
        return text.toString();
    }
}
