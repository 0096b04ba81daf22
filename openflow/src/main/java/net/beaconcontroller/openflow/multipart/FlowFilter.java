package net.beaconcontroller.openflow.multipart;

import java.util.StringJoiner;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.notation.FlowNotation;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/** The selection of flows in the requests for flows, for their statistics and for aggregate statistics. */
sealed interface FlowFilter permits FlowStats.Request, FlowCounters.Request, AggregateStats.Request {
    int tableId();

    long outPort();

    long outGroup();

    long cookie();

    long cookieMask();

    Match match();

    /** A constructor of a request. */
    @FunctionalInterface
    interface Maker<T> {
        T make(int tableId, long outPort, long outGroup, long cookie, long cookieMask, Match match);
    }

    /** Returns the layout of a request. */
    static <R extends MultipartReply, T extends FlowFilter & MultipartRequest<R>> MessageLayout<T> layout(
            MultipartType type, Class<T> request, Maker<T> maker, MessageLayout<R> reply) {
        return MessageLayout.ofRequest(type, request, f -> visit(f, maker), reply)
                .printedBy((filter, _) -> print(filter));
    }

    /** Visits the fields, OpenFlow 1.5.1 section 7.3.5 and OpenFlow 1.0 section 5.3.5. */
    private static <T extends FlowFilter> T visit(FieldVisitor<T> f, Maker<T> maker) {
        boolean is10 = f.is10();
        Match match10 = is10 ? Match.visit(f, FlowFilter::match) : Match.ANY;
        int tableId = f.u8("table_id", FlowFilter::tableId);
        f.pad(is10 ? 1 : 3);
        long outPort = f.port("out_port", FlowFilter::outPort);
        long outGroup = f.as(Names.GROUP).u32Since(Version.OF11, "out_group", FlowFilter::outGroup, GroupNumber.ANY);
        f.pad(is10 ? 0 : 4);
        return maker.make(
                tableId,
                outPort,
                outGroup,
                f.as(Names.HEX).u64Since(Version.OF11, "cookie", FlowFilter::cookie, 0),
                f.as(Names.HEX).u64Since(Version.OF11, "cookie_mask", FlowFilter::cookieMask, 0),
                is10 ? match10 : Match.visit(f, FlowFilter::match));
    }

    /** Returns the restrictions as text. */
    private static String print(FlowFilter filter) {
        var text = new StringJoiner(" ");
        FlowNotation.addIf(text, filter.tableId() != FlowMod.ALL_TABLES, "table=" + filter.tableId());
        FlowNotation.addIf(
                text,
                filter.cookie() != 0 || filter.cookieMask() != 0,
                "cookie=0x%x/0x%x".formatted(filter.cookie(), filter.cookieMask()));
        FlowNotation.addIf(
                text, filter.outPort() != PortNumber.ANY, "out_port=" + PortNumber.toString(filter.outPort()));
        FlowNotation.addIf(
                text, filter.outGroup() != GroupNumber.ANY, "out_group=" + GroupNumber.toString(filter.outGroup()));
        FlowNotation.addIf(
                text, !filter.match().fields().isEmpty(), filter.match().toString());
        return text.toString();
    }
}
