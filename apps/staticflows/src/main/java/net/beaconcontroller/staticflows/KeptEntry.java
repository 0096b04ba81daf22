package net.beaconcontroller.staticflows;

import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.entry.Entry;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.MeterMod;

/**
 * An entry of the store.
 *
 * @param number the low 32 bits of the cookies of a flow, different for all entries
 * @param version the revision of the commit that has put it
 */
record KeptEntry(Entry entry, Source source, int number, long version) {
    static final CookieRange COOKIES = CookieRange.of("staticflows");

    String name() {
        return entry.name();
    }

    long cookie() {
        return COOKIES.cookie(Integer.toUnsignedLong(number));
    }

    /** Returns the number of the entry whose flow has a cookie. */
    static int numberOf(long cookie) {
        return (int) cookie;
    }

    /** Returns the message that adds the flow, or replaces it. The switch reports when something removes the flow. */
    FlowMod flow(Version version) {
        FlowMod flow = entry.flow(version);
        return FlowMod.add()
                .tableId(version == Version.OF10 ? 0 : flow.tableId())
                .cookie(cookie())
                .priority(flow.priority())
                .flags(flow.flags() | FlowMod.SEND_FLOW_REMOVED)
                .importance(flow.importance())
                .match(flow.match())
                .instructions(flow.instructions().toArray(Instruction[]::new))
                .build();
    }

    GroupMod group(GroupMod.Command command) {
        GroupMod group = (GroupMod) entry.message();
        return new GroupMod(
                command,
                group.groupType(),
                group.groupId(),
                group.commandBucketId(),
                group.buckets(),
                group.properties());
    }

    MeterMod meter(MeterMod.Command command) {
        MeterMod meter = (MeterMod) entry.message();
        return new MeterMod(command, meter.flags(), meter.meterId(), meter.bands());
    }
}
