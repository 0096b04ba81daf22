package net.beaconcontroller.openflow;

import java.util.function.Function;

/** Which flows a request is about, as the requests for flows, their counters and their sum say it alike. */
record FlowFilter(int tableId, long outPort, long outGroup, long cookie, long cookieMask, Match match) {
    static FlowFilter of(FlowStats.Request request) {
        return new FlowFilter(
                request.tableId(),
                request.outPort(),
                request.outGroup(),
                request.cookie(),
                request.cookieMask(),
                request.match());
    }

    static FlowFilter of(FlowCounters.Request request) {
        return new FlowFilter(
                request.tableId(),
                request.outPort(),
                request.outGroup(),
                request.cookie(),
                request.cookieMask(),
                request.match());
    }

    static FlowFilter of(AggregateStats.Request request) {
        return new FlowFilter(
                request.tableId(),
                request.outPort(),
                request.outGroup(),
                request.cookie(),
                request.cookieMask(),
                request.match());
    }

    /** OpenFlow 1.5.1 section 7.3.5, and OpenFlow 1.0 section 5.3.5. */
    static <T> FlowFilter walk(Fields<T> f, Function<? super T, FlowFilter> get) {
        if (f.is10()) {
            Match match = f.match(request -> get.apply(request).match);
            int tableId = f.u8("table_id", request -> get.apply(request).tableId);
            f.pad(1);
            return new FlowFilter(
                    tableId,
                    f.port("out_port", request -> get.apply(request).outPort),
                    f.unsaidLong("out_group", request -> get.apply(request).outGroup, FlowMod.ANY_GROUP),
                    f.unsaidLong("cookie", request -> get.apply(request).cookie, 0),
                    f.unsaidLong("cookie_mask", request -> get.apply(request).cookieMask, 0),
                    match);
        }
        int tableId = f.u8("table_id", request -> get.apply(request).tableId);
        f.pad(3);
        long outPort = f.port("out_port", request -> get.apply(request).outPort);
        long outGroup = f.as(Names.GROUP).u32("out_group", request -> get.apply(request).outGroup);
        f.pad(4);
        return new FlowFilter(
                tableId,
                outPort,
                outGroup,
                f.as(Names.HEX).u64("cookie", request -> get.apply(request).cookie),
                f.as(Names.HEX).u64("cookie_mask", request -> get.apply(request).cookieMask),
                f.match(request -> get.apply(request).match));
    }
}
