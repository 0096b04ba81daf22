package net.beaconcontroller.emulator.datapath;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.packet.Ethernet;
import org.jspecify.annotations.Nullable;

/**
 * A validator of actions and instructions, which refuses those that the switch does not support with the errors of Open
 * vSwitch. As in Open vSwitch, output ports may be missing, as they may be added later.
 */
final class ActionValidator {
    private final Version version;
    private final LongPredicate groupExists;
    /** The packets that the actions apply to; null if they are unknown, so that no prerequisites are checked. */
    private final @Nullable MatchKey packets;
    /** Whether the packets have a VLAN tag after the actions so far. */
    private boolean tagged;

    private boolean toTable;

    private ActionValidator(Version version, LongPredicate groupExists, @Nullable MatchKey packets) {
        this.version = version;
        this.groupExists = groupExists;
        this.packets = packets;
        this.tagged = packets != null && packets.isTagged();
    }

    /**
     * Validates the instructions of a flow.
     *
     * @param packets the match of the flow
     */
    static void flow(
            List<Instruction> instructions, MatchKey packets, int tableId, Version version, LongPredicate groupExists) {
        var check = new ActionValidator(version, groupExists, packets);
        Set<Class<?>> seen = new HashSet<>();
        for (Instruction instruction : instructions) {
            if (!seen.add(instruction.getClass())) {
                throw new RequestException(
                        ErrorCode.DUPLICATE_INSTRUCTION, "duplicate instruction %s".formatted(instruction));
            }
            check.instruction(instruction, tableId);
        }
    }

    /** Validates the actions of a bucket. The groups that they refer to may be added later. */
    static void bucket(List<Action> actions, Version version) {
        new ActionValidator(version, _ -> true, null).actions(actions);
    }

    /** Validates the actions of a packet-out, the only ones that may output to {@link PortNumber#TABLE}. */
    static void packetOut(List<Action> actions, Version version, LongPredicate groupExists) {
        var check = new ActionValidator(version, groupExists, null);
        check.toTable = true;
        check.actions(actions);
    }

    private void instruction(Instruction instruction, int tableId) {
        switch (instruction) {
            case Instruction.ApplyActions(var actions) -> actions(actions);
            case Instruction.WriteActions(var actions) -> actions(actions);
            case Instruction.ClearActions() -> {}
            case Instruction.WriteMetadata(long _, long _) -> {}
            case Instruction.GotoTable(int next) -> {
                if (next <= tableId || next >= Datapath.TABLES) {
                    throw new RequestException(
                            ErrorCode.BAD_GOTO_TABLE,
                            "goto_table:%d in table %d; needs a later table, at most %d"
                                    .formatted(next, tableId, Datapath.TABLES - 1));
                }
            }
            case Instruction.ToMeter(long meterId) ->
                throw new RequestException(ErrorCode.INVALID_METER, "unknown meter %d".formatted(meterId));
            case Instruction.Experimenter _ ->
                throw new RequestException(ErrorCode.BAD_INSTRUCTION_EXPERIMENTER, "instruction " + instruction);
            case Instruction.StatTrigger _ ->
                throw new RequestException(ErrorCode.UNSUPPORTED_INSTRUCTION, "instruction " + instruction);
            case Instruction.Unknown _ ->
                throw new RequestException(ErrorCode.UNKNOWN_INSTRUCTION, "instruction " + instruction);
        }
    }

    private void actions(List<Action> actions) {
        actions.forEach(this::action);
    }

    private void action(Action action) {
        switch (action) {
            case Action.Output(long port, int _) -> output(port);
            case Action.Enqueue(long port, long _) -> output(port);
            case Action.SetQueue _ -> {}
            case Action.SetField(Oxm field) -> setField(field);
            case Action.PushVlan(int etherType) -> {
                if (etherType != Ethernet.TYPE_VLAN && etherType != Ethernet.TYPE_QINQ) {
                    throw new RequestException(
                            ErrorCode.BAD_ACTION_ARGUMENT, "%s; needs 0x8100 or 0x88a8".formatted(action));
                }
                tagged = true;
            }
            case Action.PopVlan _ -> {
                require(tagged, action);
                tagged = false;
            }
            case Action.SetIpTtl _, Action.DecrementIpTtl _ -> require(packets == null || packets.isIp(), action);
            case Action.ToGroup(long groupId) -> {
                if (!groupExists.test(groupId)) {
                    throw new RequestException(ErrorCode.BAD_OUT_GROUP, "unknown group %d".formatted(groupId));
                }
            }
            case Action.Experimenter _ ->
                throw new RequestException(ErrorCode.BAD_ACTION_EXPERIMENTER, "action " + action);
            default -> throw new RequestException(ErrorCode.BAD_ACTION_TYPE, "action " + action);
        }
    }

    private void output(long port) {
        boolean sends = port <= EmulatedSwitch.MAX_PORT
                || port == PortNumber.IN_PORT
                || port == PortNumber.FLOOD
                || port == PortNumber.ALL
                || port == PortNumber.CONTROLLER
                || port == PortNumber.LOCAL
                || (port == PortNumber.TABLE && toTable);
        if (!sends) {
            throw new RequestException(ErrorCode.BAD_OUT_PORT, "output to port " + PortNumber.toString(port));
        }
    }

    private void setField(Oxm oxm) {
        Field field = oxm.field().orElse(null);
        HeaderFields.Place place = field == null ? null : HeaderFields.placeOf(field);
        if (field == null || place == null) {
            throw new RequestException(ErrorCode.BAD_SET_TYPE, "set_field of unknown field %s".formatted(oxm));
        }
        if (oxm.mask() != null && !version.isAtLeast(Version.OF15)) {
            throw new RequestException(
                    ErrorCode.BAD_SET_MASK, "set_field of %s: masks are not supported".formatted(oxm));
        }
        boolean fits = place.bits() > Long.SIZE || (oxm.value().toLong() & ~place.limit()) == 0;
        boolean present = field != Field.VLAN_VID || (oxm.value().toLong() & Field.VLAN_PRESENT) != 0;
        if (!isWritable(field) || !fits || !present) {
            throw new RequestException(
                    ErrorCode.BAD_SET_ARGUMENT, "set_field of %s: invalid field or value".formatted(oxm));
        }
        if (field == Field.VLAN_VID || field == Field.VLAN_PCP) {
            require(tagged, oxm);
        } else {
            require(packets == null || packets.hasPrerequisites(field), oxm);
        }
    }

    /** Whether set-field supports the field. */
    static boolean isWritable(Field field) {
        return field != Field.IN_PORT && field != Field.ETH_TYPE && field != Field.IP_PROTO;
    }

    /**
     * Refuses an action whose prerequisites the packets do not fulfil. In OpenFlow 1.0, and if the packets are
     * unknown, such an action is valid and has no effect.
     */
    private void require(boolean fits, Object what) {
        if (!fits && packets != null && version != Version.OF10) {
            throw new RequestException(ErrorCode.MATCH_INCONSISTENT, "%s without its prerequisites".formatted(what));
        }
    }
}
