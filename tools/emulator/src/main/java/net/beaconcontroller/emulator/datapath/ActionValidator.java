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
 * Refuses actions and instructions that the switch cannot do, with the errors of Open vSwitch. Ports need not exist, as there:
 * they may come later.
 */
final class ActionValidator {
    private final Version version;
    private final LongPredicate groupExists;
    /** The packets that the actions are for; null if that is not known, and so nothing is required of them. */
    private final @Nullable MatchKey packets;
    /** Whether the actions so far leave the packets with a VLAN tag. */
    private boolean tagged;

    private boolean toTable;

    private ActionValidator(Version version, LongPredicate groupExists, @Nullable MatchKey packets) {
        this.version = version;
        this.groupExists = groupExists;
        this.packets = packets;
        this.tagged = packets != null && packets.isTagged();
    }

    /** Checks what a flow for these packets does. */
    static void flow(
            List<Instruction> instructions,
            MatchKey packets,
            int tableId,
            int tables,
            Version version,
            LongPredicate groupExists) {
        var check = new ActionValidator(version, groupExists, packets);
        Set<Class<?>> seen = new HashSet<>();
        for (Instruction instruction : instructions) {
            if (!seen.add(instruction.getClass())) {
                throw new RequestException(
                        ErrorCode.DUPLICATE_INSTRUCTION,
                        "instruction %s, of which there is one before".formatted(instruction));
            }
            check.instruction(instruction, tableId, tables);
        }
    }

    /** Checks the actions of a group's bucket; the groups that they name may come later. */
    static void bucket(List<Action> actions, Version version) {
        new ActionValidator(version, _ -> true, null).actions(actions);
    }

    /** Checks the actions of a packet-out, which alone can send to {@link PortNumber#TABLE}. */
    static void packetOut(List<Action> actions, Version version, LongPredicate groupExists) {
        var check = new ActionValidator(version, groupExists, null);
        check.toTable = true;
        check.actions(actions);
    }

    private void instruction(Instruction instruction, int tableId, int tables) {
        switch (instruction) {
            case Instruction.ApplyActions(var actions) -> actions(actions);
            case Instruction.WriteActions(var actions) -> actions(actions);
            case Instruction.ClearActions() -> {}
            case Instruction.WriteMetadata(long _, long _) -> {}
            case Instruction.GotoTable(int next) -> {
                if (next <= tableId || next >= tables) {
                    throw new RequestException(
                            ErrorCode.BAD_GOTO_TABLE,
                            "goto_table:%d in table %d, needs one from there to %d"
                                    .formatted(next, tableId, tables - 1));
                }
            }
            case Instruction.ToMeter(long meterId) ->
                throw new RequestException(ErrorCode.INVALID_METER, "meter %d, there are none".formatted(meterId));
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
                            ErrorCode.BAD_ACTION_ARGUMENT, "%s, needs 0x8100 or 0x88a8".formatted(action));
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
                    throw new RequestException(
                            ErrorCode.BAD_OUT_GROUP, "group %d, which does not exist".formatted(groupId));
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
            throw new RequestException(ErrorCode.BAD_SET_TYPE, "set_field of %s, which is not known".formatted(oxm));
        }
        if (oxm.mask() != null && !version.isAtLeast(Version.OF15)) {
            throw new RequestException(
                    ErrorCode.BAD_SET_MASK, "set_field of %s, needs one without a mask".formatted(oxm));
        }
        boolean fits = place.bits() > Long.SIZE || (oxm.value().toLong() & ~place.limit()) == 0;
        boolean present = field != Field.VLAN_VID || (oxm.value().toLong() & Field.VLAN_PRESENT) != 0;
        if (!isWritable(field) || !fits || !present) {
            throw new RequestException(ErrorCode.BAD_SET_ARGUMENT, "set_field of %s, which cannot be".formatted(oxm));
        }
        if (field == Field.VLAN_VID || field == Field.VLAN_PCP) {
            require(tagged, oxm);
        } else {
            require(packets == null || packets.hasPrerequisites(field), oxm);
        }
    }

    /** Whether a set-field action can be about it. */
    static boolean isWritable(Field field) {
        return field != Field.IN_PORT && field != Field.ETH_TYPE && field != Field.IP_PROTO;
    }

    /** In OpenFlow 1.0, and where packets are not known, an action does nothing to packets that it does not fit. */
    private void require(boolean fits, Object what) {
        if (!fits && packets != null && version != Version.OF10) {
            throw new RequestException(
                    ErrorCode.MATCH_INCONSISTENT, "%s for packets that need not have what it changes".formatted(what));
        }
    }
}
