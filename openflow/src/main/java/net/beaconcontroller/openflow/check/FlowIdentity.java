package net.beaconcontroller.openflow.check;

import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Match10;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.multipart.FlowCounters;
import net.beaconcontroller.openflow.multipart.FlowStats;

/**
 * The identity of a flow in a switch: a flow-mod adds the flow if the switch has none with this identity, else replaces
 * it. OpenFlow 1.5.1 section 6.4.
 *
 * @param tableId 0 in OpenFlow 1.0, where the switch chooses the table
 * @param priority the highest in OpenFlow 1.0 for a match without wildcards, section 3.4
 */
public record FlowIdentity(int tableId, int priority, CanonicalMatch match) {
    private static final int HIGHEST_PRIORITY = 0xffff;

    /**
     * Returns the identity of the flow that a flow-mod adds.
     *
     * @throws UnsupportedByVersionException if the version cannot express the match
     */
    public static FlowIdentity of(FlowMod flow, Version version) {
        return of(flow.tableId(), flow.priority(), flow.match(), version);
    }

    /** Returns the identity of a flow that a switch has reported. */
    public static FlowIdentity of(FlowStats flow, Version version) {
        return of(flow.tableId(), flow.priority(), flow.match(), version);
    }

    /** Returns the identity of a flow of which a switch has reported the counters. */
    public static FlowIdentity of(FlowCounters flow, Version version) {
        return of(flow.tableId(), flow.priority(), flow.match(), version);
    }

    /** Returns the identity of a flow that a switch has removed. */
    public static FlowIdentity of(FlowRemoved flow, Version version) {
        return of(flow.tableId(), flow.priority(), flow.match(), version);
    }

    private static FlowIdentity of(int tableId, int priority, Match match, Version version) {
        var canonical = CanonicalMatch.of(match, version);
        return version == Version.OF10
                ? new FlowIdentity(0, isExact10(match) ? HIGHEST_PRIORITY : priority, canonical)
                : new FlowIdentity(tableId, priority, canonical);
    }

    /** Returns whether the match has no wildcards in OpenFlow 1.0. */
    private static boolean isExact10(Match match) {
        var out = new Writer(Match10.LENGTH);
        Match.CODEC.write(match, out, Version.OF10);
        return ByteAccess.getInt(out.array(), 0) == 0;
    }
}
