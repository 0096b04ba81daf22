package net.beaconcontroller.emulator.datapath;

import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;

/** The handler of flow-mods, OpenFlow 1.3.5 section 6.4 and OpenFlow 1.0 section 4.6. For the loop's thread. */
final class FlowModHandler {
    private static final int KNOWN_FLAGS = FlowMod.SEND_FLOW_REMOVED
            | FlowMod.CHECK_OVERLAP
            | FlowMod.RESET_COUNTS
            | FlowMod.NO_PACKET_COUNTS
            | FlowMod.NO_BYTE_COUNTS;

    private final EmulatedSwitch sw;
    private final Datapath datapath;

    FlowModHandler(EmulatedSwitch sw, Datapath datapath) {
        this.sw = sw;
        this.datapath = datapath;
    }

    /**
     * Executes a flow-mod completely, or not at all if it is invalid. Only an unknown buffer is refused after the
     * flow was added.
     *
     * @param priority the priority, which may differ from that in the message
     * @param weight the length of the message
     */
    void handle(FlowMod mod, int priority, Version version, int weight) {
        boolean deletes = deletes(mod);
        if ((mod.flags() & FlowMod.EMERGENCY) != 0) {
            throw new RequestException(ErrorCode.TABLE_FULL, "emergency flows are not supported");
        }
        if ((mod.flags() & ~KNOWN_FLAGS) != 0) {
            throw new RequestException(ErrorCode.FLOW_BAD_FLAGS, "flags=0x%x".formatted(mod.flags()));
        }
        if (mod.tableId() == FlowMod.ALL_TABLES && !deletes) {
            throw new RequestException(
                    ErrorCode.FLOW_BAD_TABLE_ID,
                    "table %d; only deletes can apply to all tables".formatted(mod.tableId()));
        }
        Datapath.requireTable(mod.tableId(), ErrorCode.BAD_TABLE_ID);
        MatchKey match = MatchKey.of(mod.match(), version);
        if (!deletes) {
            ActionValidator.flow(mod.instructions(), match, mod.tableId(), version, datapath.groups()::contains);
        }
        switch (mod.command()) {
            case ADD -> add(mod, match, priority, version, weight);
            case MODIFY, MODIFY_STRICT -> modify(mod, match, priority, version, weight);
            case DELETE, DELETE_STRICT ->
                selected(mod, match, priority).forEach(flow -> datapath.removeFlow(flow, Flow.REMOVED_BY_DELETE));
        }
        if (!deletes && mod.bufferId() != PacketIn.NO_BUFFER) {
            datapath.resume(datapath.takeBuffer(mod.bufferId()));
        }
    }

    private static boolean deletes(FlowMod mod) {
        return mod.command() == FlowMod.Command.DELETE || mod.command() == FlowMod.Command.DELETE_STRICT;
    }

    private void add(FlowMod mod, MatchKey match, int priority, Version version, int weight) {
        Flow replaced = datapath.flow(mod.tableId(), match, priority);
        boolean checksOverlap = (mod.flags() & FlowMod.CHECK_OVERLAP) != 0;
        if (replaced == null && checksOverlap && datapath.overlaps(mod.tableId(), match, priority)) {
            throw new RequestException(
                    ErrorCode.OVERLAP, "%s overlaps a flow of the same priority".formatted(mod.match()));
        }
        boolean isTableMiss = version.isAtLeast(Version.OF13) && priority == 0 && match.isAny();
        var flow = new Flow(mod, priority, isTableMiss, sw.nowNanos(), weight);
        if (replaced != null && !resetsCounters(mod, version)) {
            flow.countOnFrom(replaced);
        }
        datapath.addFlow(match, flow, replaced);
    }

    /** OpenFlow 1.0 has no RESET_COUNTS flag: there, a flow that replaces another counts from 0. */
    private static boolean resetsCounters(FlowMod mod, Version version) {
        return version == Version.OF10 || (mod.flags() & FlowMod.RESET_COUNTS) != 0;
    }

    /** Modifies flows. In OpenFlow 1.0 this adds the flow if none matches, and also sets the cookie. */
    private void modify(FlowMod mod, MatchKey match, int priority, Version version, int weight) {
        List<Flow> flows = selected(mod, match, priority);
        if (flows.isEmpty() && version == Version.OF10) {
            add(mod, match, priority, version, weight);
            return;
        }
        for (Flow flow : flows) {
            flow.modify(mod.instructions());
            if (version == Version.OF10) {
                flow.setCookie(mod.cookie());
            } else if ((mod.flags() & FlowMod.RESET_COUNTS) != 0) {
                flow.resetCounters();
            }
        }
    }

    /** Returns the flows that a modify or delete selects. The output port and group only filter deletes. */
    private List<Flow> selected(FlowMod mod, MatchKey match, int priority) {
        boolean deletes = deletes(mod);
        long outPort = deletes ? mod.outPort() : PortNumber.ANY;
        long outGroup = deletes ? mod.outGroup() : GroupNumber.ANY;
        boolean isStrict =
                mod.command() == FlowMod.Command.DELETE_STRICT || mod.command() == FlowMod.Command.MODIFY_STRICT;
        Stream<Flow> flows =
                isStrict ? datapath.flows(mod.tableId(), match, priority) : datapath.flows(mod.tableId(), match);
        return flows.filter(flow -> flow.passes(mod.cookie(), mod.cookieMask(), outPort, outGroup))
                .toList();
    }
}
