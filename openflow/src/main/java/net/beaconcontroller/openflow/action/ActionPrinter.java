package net.beaconcontroller.openflow.action;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.MatchPrinter;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.match.OxmNotation;
import net.beaconcontroller.openflow.match.Oxs;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.notation.NotationValues;
import net.beaconcontroller.openflow.wire.Names;
import org.jspecify.annotations.Nullable;

/** Prints actions and instructions in the notation of {@code ovs-ofctl}, which {@link ActionParser} reads. */
public final class ActionPrinter {
    private ActionPrinter() {}

    /** Returns the actions, separated by commas. */
    public static String actions(List<Action> actions) {
        return actions.isEmpty()
                ? "drop"
                : actions.stream().map(ActionPrinter::action).collect(Collectors.joining(","));
    }

    static String action(Action action) {
        return switch (action) {
            case Action.Output output -> output(output);
            case Action.Enqueue(long port, long queueId) -> "enqueue:" + PortNumber.toString(port) + ":" + queueId;
            case Action.SetField(Oxm field) -> "set_field:" + setField(field);
            case Action.CopyField copy -> copyField(copy);
            case Action.PushVlan(int etherType) -> "push_vlan:" + etherType(etherType);
            case Action.PopVlan() -> "pop_vlan";
            case Action.PushMpls(int etherType) -> "push_mpls:" + etherType(etherType);
            case Action.PopMpls(int etherType) -> "pop_mpls:" + etherType(etherType);
            case Action.PushPbb(int etherType) -> "push_pbb:" + etherType(etherType);
            case Action.PopPbb() -> "pop_pbb";
            case Action.SetMplsTtl(int ttl) -> "set_mpls_ttl:" + ttl;
            case Action.DecrementMplsTtl() -> "dec_mpls_ttl";
            case Action.SetIpTtl(int ttl) -> "mod_nw_ttl:" + ttl;
            case Action.DecrementIpTtl() -> "dec_ttl";
            case Action.CopyTtlOut() -> "copy_ttl_out";
            case Action.CopyTtlIn() -> "copy_ttl_in";
            case Action.SetQueue(long queueId) -> "set_queue:" + queueId;
            case Action.ToGroup(long groupId) -> "group:" + Names.GROUP.print(groupId);
            case Action.ToMeter(long meterId) -> "meter:" + meterId;
            case Action.Experimenter(long experimenter, Bytes data) ->
                "experimenter:0x%x:%s".formatted(experimenter, data);
            case Action.Unknown(int type, Bytes data) -> "unknown:%d:%s".formatted(type, data);
        };
    }

    private static String output(Action.Output output) {
        String port = PortNumber.toString(output.port());
        if (output.port() == PortNumber.CONTROLLER) {
            return port + ":" + output.maxLength();
        }
        if (output.maxLength() != Action.Output.WHOLE_PACKET && output.maxLength() != 0) {
            return "output:" + port + ":" + output.maxLength();
        }
        boolean isNumber = NotationValues.isDigit(port.charAt(0));
        return isNumber || output.port() == PortNumber.ANY ? "output:" + port : port;
    }

    private static String etherType(int etherType) {
        return "0x%04x".formatted(etherType);
    }

    private static String setField(Oxm oxm) {
        Field field = oxm.field().orElse(null);
        if (field == null) {
            return MatchPrinter.genericValue(oxm) + "->" + MatchPrinter.generic(oxm);
        }
        boolean regular = OxmNotation.isRegular(field, oxm.value(), oxm.mask());
        return OxmNotation.print(field, oxm.value(), oxm.mask()) + "->"
                + (regular ? target(field) : OxmNotation.AS_IS + field.notation());
    }

    /** Returns the name of a field in a set-field action of {@code ovs-ofctl}. */
    private static String target(Field field) {
        return switch (field) {
            case ETH_DST, ETH_SRC, ETH_TYPE -> field.name().toLowerCase(Locale.ROOT);
            case IPV4_SRC -> "ip_src";
            case IPV4_DST -> "ip_dst";
            default -> field.notation();
        };
    }

    private static String copyField(Action.CopyField copy) {
        byte[] ids = copy.fields().toArray();
        boolean isMove = ids.length == ActionParser.COPY_IDS && ByteAccess.getInt(ids, 8) == 0 && copy.bits() != 0;
        Field source = isMove ? fieldOf(ByteAccess.getInt(ids, 0)) : null;
        Field target = isMove ? fieldOf(ByteAccess.getInt(ids, 4)) : null;
        if (source == null || target == null) {
            return "copy_field:%d:%d:%d:%s"
                    .formatted(copy.bits(), copy.sourceOffset(), copy.targetOffset(), copy.fields());
        }
        return "move:" + bits(source, copy.sourceOffset(), copy.bits()) + "->"
                + bits(target, copy.targetOffset(), copy.bits());
    }

    /** Returns the field of an OXM header, or null if the header is not that of a known field without a mask. */
    private static @Nullable Field fieldOf(int header) {
        Field field = Field.ofNumber(header >> 9 & 0x7f).orElse(null);
        return field != null && header == Oxm.header(field) ? field : null;
    }

    private static String bits(Field field, int offset, int bits) {
        if (offset == 0 && bits == field.bits()) {
            return field.notation() + "[]";
        }
        return field.notation() + (bits == 1 ? "[%d]" : "[%d..%d]").formatted(offset, offset + bits - 1);
    }

    /**
     * Returns the instructions of a flow. The applied actions are printed without {@code apply_actions} if that is
     * unambiguous.
     */
    public static String instructions(List<Instruction> instructions) {
        if (instructions.isEmpty()) {
            return "drop";
        }
        long applied = instructions.stream()
                .filter(Instruction.ApplyActions.class::isInstance)
                .count();
        var text = new StringJoiner(",");
        for (Instruction instruction : instructions) {
            boolean plain = applied == 1
                    && instruction instanceof Instruction.ApplyActions(List<Action> actions)
                    && !actions.isEmpty()
                    && actions.stream().noneMatch(Action.ToMeter.class::isInstance);
            text.add(
                    plain && instruction instanceof Instruction.ApplyActions(List<Action> actions)
                            ? actions(actions)
                            : instruction(instruction));
        }
        return text.toString();
    }

    static String instruction(Instruction instruction) {
        return switch (instruction) {
            case Instruction.ApplyActions(List<Action> actions) -> "apply_actions(" + actions(actions) + ")";
            case Instruction.WriteActions(List<Action> actions) -> "write_actions(" + actions(actions) + ")";
            case Instruction.ClearActions() -> "clear_actions";
            case Instruction.GotoTable(int tableId) -> "goto_table:" + tableId;
            case Instruction.WriteMetadata(long metadata, long mask) ->
                "write_metadata:0x%x".formatted(metadata) + (mask == -1 ? "" : "/0x%x".formatted(mask));
            case Instruction.ToMeter(long meterId) -> "meter:" + meterId;
            case Instruction.StatTrigger(long flags, Stats thresholds) -> {
                var text = new StringJoiner(",", "stat_trigger(", ")").add("flags=0x%x".formatted(flags));
                thresholds.values().forEach(oxs -> text.add(oxs(oxs)));
                yield text.toString();
            }
            case Instruction.Experimenter(long experimenter, Bytes data) ->
                "experimenter_instruction:0x%x:%s".formatted(experimenter, data);
            case Instruction.Unknown(int type, Bytes data) -> "unknown_instruction:%d:%s".formatted(type, data);
        };
    }

    private static String oxs(Oxs oxs) {
        int number = Oxs.numberOf(oxs.name());
        long value = oxs.value().toLong();
        boolean isTime = number == Oxs.DURATION || number == Oxs.IDLE_TIME;
        if (oxs.reserved() != 0 || number < 0 || (isTime && (value & 0xffffffffL) > 999_999_999)) {
            return "oxs_%x_%d%s=0x%s"
                    .formatted(oxs.oxsClass(), oxs.number(), oxs.reserved() == 0 ? "" : "_r", oxs.value());
        }
        return oxs.name() + "="
                + (isTime ? NotationValues.time(value >>> 32, value & 0xffffffffL) : Long.toUnsignedString(value));
    }
}
