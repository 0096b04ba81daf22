package net.beaconcontroller.routing;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.topology.SwitchPort;

/**
 * The identity of a flow entry of this application: a switch has one entry for the packets of a flow that enter at a
 * port.
 */
record FlowEntry(FlowKey flow, SwitchPort in) {
    /** The cookies of all flows of this application. */
    static final CookieRange COOKIES = CookieRange.of("routing");

    /** Set in the cookies of flows between two ports of one switch. */
    private static final long LOCAL_COOKIE = 1L << 31;

    /** The cookie of the {@link InspectionFlows}. */
    static final long INSPECTION_COOKIE = COOKIES.cookie(-1);

    /** Lower than the default priority, so that flows that users add take precedence. */
    static final int PRIORITY = 0x4000;

    /** Higher than that of the {@link InspectionFlows}. */
    private static final int CLAIM_PRIORITY = PRIORITY + 2;

    static final int IDLE_TIMEOUT_SECONDS = 10;

    /** Hosts confirm an address every 15 to 45 seconds: RFC 4861 section 10. */
    private static final int CLAIM_IDLE_TIMEOUT_SECONDS = 120;

    private static final Set<Integer> PAIR_FIELDS =
            Set.of(Field.IN_PORT.number(), Field.ETH_SRC.number(), Field.ETH_DST.number(), Field.VLAN_VID.number());

    /** Reads the identity of a flow entry that a switch has; empty if this application adds no such entry. */
    static Optional<FlowEntry> of(long datapathId, FlowStats stats) {
        Match match = stats.match();
        Optional<Long> port = value(match, Field.IN_PORT);
        Optional<Long> source = value(match, Field.ETH_SRC);
        Optional<Long> destination = value(match, Field.ETH_DST);
        Optional<Long> tag = value(match, Field.VLAN_VID);
        if (port.isEmpty() || source.isEmpty() || destination.isEmpty() || tag.isEmpty()) {
            return Optional.empty();
        }
        long vlan = tag.get() == 0 ? VlanId.NONE : tag.get() & ~Field.VLAN_PRESENT;
        var entry = new FlowEntry(
                new FlowKey(stats.tableId(), (int) vlan, source.get(), destination.get(), claim(match)),
                new SwitchPort(datapathId, port.get()));
        return stats.priority() == entry.priority() ? Optional.of(entry) : Optional.empty();
    }

    private static List<Oxm> claim(Match match) {
        return match.fields().stream()
                .filter(oxm -> !PAIR_FIELDS.contains(oxm.number()))
                .sorted(Comparator.comparingInt(Oxm::number))
                .toList();
    }

    private int priority() {
        return flow.hasClaim() ? CLAIM_PRIORITY : PRIORITY;
    }

    private static Optional<Long> value(Match match, Field field) {
        return match.of(field).filter(oxm -> oxm.mask() == null).map(oxm -> oxm.value()
                .toLong());
    }

    /**
     * Returns whether the packets of an entry that a switch has come from a host at its port, and not from another
     * switch: whether it is between two ports of the switch, or the first of a path. Before OpenFlow 1.3, switches do
     * not tell this of paths; then it returns true.
     */
    static boolean isFirst(FlowStats stats, Version version) {
        return !version.isAtLeast(Version.OF13)
                || isLocal(stats.cookie())
                || (stats.flags() & FlowMod.SEND_FLOW_REMOVED) != 0;
    }

    /** Returns the cookie of flows between two ports of one switch, or of a path. */
    static long cookie(boolean isLocal, long number) {
        return COOKIES.cookie(isLocal ? number | LOCAL_COOKIE : number & ~LOCAL_COOKIE);
    }

    private static boolean isLocal(long cookie) {
        return (cookie & LOCAL_COOKIE) != 0;
    }

    /** Returns whether a switch sends the packets of an entry out of this port, and does nothing else. */
    static boolean isOutput(FlowStats stats, long port) {
        OptionalLong output = output(stats);
        return output.isPresent() && output.getAsLong() == port;
    }

    /** Returns the port out of which a switch sends the packets of an entry; empty if it does anything else. */
    static OptionalLong output(FlowStats stats) {
        return stats.instructions().size() == 1
                        && stats.instructions().getFirst() instanceof Instruction.ApplyActions(List<Action> actions)
                        && actions.size() == 1
                        && actions.getFirst() instanceof Action.Output output
                ? OptionalLong.of(output.port())
                : OptionalLong.empty();
    }

    private Match match() {
        Stream<Oxm> pair = Stream.of(
                Field.IN_PORT.is(in.port()),
                Field.ETH_DST.is(flow.destination()),
                Field.ETH_SRC.is(flow.source()),
                vlan(flow.vlan()));
        return new Match(Stream.concat(pair, flow.claim().stream()).toList());
    }

    private static Oxm vlan(int vlan) {
        return Field.VLAN_VID.is(vlan == VlanId.NONE ? 0 : Field.VLAN_PRESENT | vlan);
    }

    /** Returns the message that adds the entry, or replaces it. */
    FlowMod add(long cookie, long outputPort, int flags) {
        return FlowMod.add()
                .tableId(flow.table())
                .match(match())
                .priority(priority())
                .cookie(cookie)
                .idleTimeoutSeconds(flow.hasClaim() ? CLAIM_IDLE_TIMEOUT_SECONDS : IDLE_TIMEOUT_SECONDS)
                .flags(flags)
                .actions(new Action.Output(outputPort))
                .build();
    }

    /** Returns the message that deletes the entry, whichever cookie of this application it has. */
    FlowMod delete(Version version) {
        return COOKIES.delete(version)
                .command(FlowMod.Command.DELETE_STRICT)
                .tableId(flow.table())
                .match(match())
                .priority(priority())
                .build();
    }
}
