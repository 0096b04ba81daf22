package net.beaconcontroller.openflow;

/** Which flows a request is about, as the requests for flows, their counters and their sum say it alike. */
sealed interface FlowFilter permits FlowStats.Request, FlowCounters.Request, AggregateStats.Request {
    int tableId();

    long outPort();

    long outGroup();

    long cookie();

    long cookieMask();

    Match match();

    /** The constructor of a request. */
    @FunctionalInterface
    interface Maker<T> {
        T make(int tableId, long outPort, long outGroup, long cookie, long cookieMask, Match match);
    }

    /** OpenFlow 1.5.1 section 7.3.5, and OpenFlow 1.0 section 5.3.5. */
    static <T extends FlowFilter> T visit(FieldVisitor<T> f, Maker<T> maker) {
        if (f.is10()) {
            Match match = f.match(FlowFilter::match);
            int tableId = f.u8("table_id", FlowFilter::tableId);
            f.pad(1);
            return maker.make(
                    tableId,
                    f.port("out_port", FlowFilter::outPort),
                    f.unsaidLong("out_group", FlowFilter::outGroup, FlowMod.ANY_GROUP),
                    f.unsaidLong("cookie", FlowFilter::cookie, 0),
                    f.unsaidLong("cookie_mask", FlowFilter::cookieMask, 0),
                    match);
        }
        int tableId = f.u8("table_id", FlowFilter::tableId);
        f.pad(3);
        long outPort = f.port("out_port", FlowFilter::outPort);
        long outGroup = f.as(Names.GROUP).u32("out_group", FlowFilter::outGroup);
        f.pad(4);
        return maker.make(
                tableId,
                outPort,
                outGroup,
                f.as(Names.HEX).u64("cookie", FlowFilter::cookie),
                f.as(Names.HEX).u64("cookie_mask", FlowFilter::cookieMask),
                f.match(FlowFilter::match));
    }
}
