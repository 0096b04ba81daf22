package net.beaconcontroller.openflow.action;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiFunction;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.match.OxmNotation;
import net.beaconcontroller.openflow.match.Oxs;
import net.beaconcontroller.openflow.match.ProtocolContext;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.notation.NotationPart;
import net.beaconcontroller.openflow.notation.NotationScanner;
import net.beaconcontroller.openflow.notation.NotationScanner.Item;
import net.beaconcontroller.openflow.notation.NotationValues;
import org.jspecify.annotations.Nullable;

/** Parses actions and instructions in the notation of {@code ovs-ofctl}. */
public final class ActionParser {
    /** Length of two OXM headers and four bytes of padding. */
    static final int COPY_IDS = 12;

    /** Actions of {@code ovs-ofctl} that are extensions of Open vSwitch. */
    private static final Set<String> EXTENSIONS = Set.of(
            ("resubmit load learn ct ct_clear note bundle bundle_load multipath conjunction clone sample push pop exit"
                            + " fin_timeout pop_queue check_pkt_larger delete_field encap decap set_tunnel64 output_reg"
                            + " dec_nsh_ttl debug_recirc")
                    .split(" "));

    private ActionParser() {}

    /**
     * Parses a list of actions, such as {@code set_field:1->vlan_vid,output:2}; "drop" for none.
     *
     * @throws net.beaconcontroller.openflow.NotationException if the text is something else
     */
    public static List<Action> actions(String text) {
        return actions(new NotationScanner(text), ProtocolContext.NONE);
    }

    /** Parses a part of a text as actions. */
    public static List<Action> actions(NotationPart text) {
        return actions(new NotationScanner(text), ProtocolContext.NONE);
    }

    /** Parses the actions up to the end of the text. */
    static List<Action> actions(NotationScanner in, ProtocolContext protocols) {
        var actions = new ArrayList<Action>();
        Item drop = null;
        for (Item item = in.next(); item != null; item = in.next()) {
            if (item.isWord() && item.keyPart().is("drop")) {
                drop = item;
            } else {
                actions.add(action(item, protocols));
            }
        }
        requireAlone(drop, actions);
        return List.copyOf(actions);
    }

    private static void requireAlone(@Nullable Item drop, List<?> others) {
        if (drop != null && !others.isEmpty()) {
            throw drop.refuse("needs to be the only action");
        }
    }

    /** Parses the instructions of a flow. Actions outside an instruction become an apply-actions instruction. */
    public static List<Instruction> instructions(NotationScanner in, ProtocolContext protocols) {
        var instructions = new ArrayList<Instruction>();
        var applied = new ArrayList<Action>();
        int appliedAt = -1;
        Item drop = null;
        for (Item item = in.next(); item != null; item = in.next()) {
            if (item.isWord() && item.keyPart().is("drop")) {
                drop = item;
                continue;
            }
            Instruction instruction = instruction(item, protocols);
            if (instruction != null) {
                instructions.add(instruction);
                continue;
            }
            Action action = action(item, protocols);
            if (appliedAt < 0) {
                appliedAt = instructions.size();
            } else if (appliedAt != instructions.size()) {
                throw item.refuse("needs to be next to the other applied actions");
            }
            applied.add(action);
        }
        if (appliedAt >= 0) {
            instructions.add(appliedAt, new Instruction.ApplyActions(applied));
        }
        requireAlone(drop, instructions);
        return instructions;
    }

    /** Parses an instruction; returns null if the item is an action. */
    private static @Nullable Instruction instruction(Item item, ProtocolContext protocols) {
        return switch (item.key()) {
            case "apply_actions" ->
                new Instruction.ApplyActions(actions(new NotationScanner(item.value("(actions)")), protocols));
            case "write_actions" ->
                new Instruction.WriteActions(actions(new NotationScanner(item.value("(actions)")), protocols));
            case "clear_actions" -> word(item, new Instruction.ClearActions());
            case "goto_table" -> new Instruction.GotoTable(NotationValues.u8(item.value(":table")));
            case "meter" -> new Instruction.ToMeter(NotationValues.u32(item.value(":meter")));
            case "write_metadata" -> writeMetadata(item.value(":value/mask"));
            case "stat_trigger" -> statTrigger(item.value("(flags=..., thresholds)"));
            case "experimenter_instruction" -> experimenter(item, Instruction.Experimenter::new);
            case "unknown_instruction" -> unknown(item, Instruction.Unknown::new);
            default -> null;
        };
    }

    private static Instruction writeMetadata(NotationPart value) {
        return new Instruction.WriteMetadata(
                NotationValues.number(value.before("/"), 64),
                value.has("/") ? NotationValues.number(value.after("/"), 64) : -1);
    }

    private static Instruction statTrigger(NotationPart value) {
        long flags = 0;
        var thresholds = new ArrayList<Oxs>();
        for (Item item : new NotationScanner(value).all()) {
            NotationPart number = item.value("a value after =");
            if (item.keyPart().is("flags")) {
                flags = NotationValues.u32(number);
            } else {
                thresholds.add(oxs(item.keyPart(), number));
            }
        }
        return new Instruction.StatTrigger(flags, new Stats(thresholds));
    }

    private static Oxs oxs(NotationPart name, NotationPart value) {
        int number = Oxs.numberOf(name.toString());
        if (number == Oxs.DURATION || number == Oxs.IDLE_TIME) {
            return Oxs.of(number, NotationValues.time(value));
        }
        if (number >= 0) {
            return Oxs.of(number, NotationValues.number(value, number == Oxs.FLOW_COUNT ? 32 : 64));
        }
        NotationPart rest = name.startsWith("oxs_") ? name.from(4) : name;
        int underscore = rest.indexOf("_");
        if (underscore < 0 || rest.length() == name.length()) {
            throw name.refuse("needs flags or the name of a statistic, such as packet_count");
        }
        boolean reserved = rest.toString().endsWith("_r");
        long oxsClass = NotationValues.hexNumber(rest.part(0, underscore), 0xffff);
        int end = rest.length() - (reserved ? 2 : 0);
        long kind = NotationValues.number(rest.part(underscore + 1, Math.max(underscore + 1, end)), 7);
        Bytes bytes = NotationValues.hex(value);
        try {
            return new Oxs((int) oxsClass, (int) kind, reserved ? 1 : 0, bytes);
        } catch (IllegalArgumentException e) {
            throw value.refuse("is " + e.getMessage());
        }
    }

    /** Parses an action or instruction of a vendor. */
    private static <V> V experimenter(Item item, BiFunction<Long, Bytes, V> make) {
        NotationPart value = item.value(":id:data");
        return make.apply(NotationValues.u32(value.before(":")), NotationValues.hex(value.after(":")));
    }

    /** Parses an action or instruction of an unknown type. */
    private static <V> V unknown(Item item, BiFunction<Integer, Bytes, V> make) {
        NotationPart value = item.value(":type:data");
        return make.apply(NotationValues.u16(value.before(":")), NotationValues.hex(value.after(":")));
    }

    /** Returns the value of an item that is a word. */
    private static <V> V word(Item item, V value) {
        item.requireWord();
        return value;
    }

    private static Action action(Item item, ProtocolContext protocols) {
        String key = item.key();
        return switch (key) {
            case "output" -> output(item.value(":port"));
            case "controller" -> toController(item);
            case "enqueue" -> enqueue(item.value(":port:queue"));
            case "set_field" -> setField(item.value(":value->field"), protocols);
            case "move" -> move(item.value(":field[from..to]->field[from..to]"));
            case "copy_field" -> copyField(item.value(":bits:offset:offset:headers"));
            case "push_vlan" -> new Action.PushVlan(NotationValues.u16(item.value(":0x8100")));
            case "pop_vlan", "strip_vlan" -> word(item, new Action.PopVlan());
            case "push_mpls" -> new Action.PushMpls(NotationValues.u16(item.value(":0x8847")));
            case "pop_mpls" -> new Action.PopMpls(NotationValues.u16(item.value(":0x0800")));
            case "push_pbb" -> new Action.PushPbb(NotationValues.u16(item.value(":0x88e7")));
            case "pop_pbb" -> word(item, new Action.PopPbb());
            case "set_mpls_ttl" -> new Action.SetMplsTtl(NotationValues.u8(item.value(":number")));
            case "dec_mpls_ttl" -> word(item, new Action.DecrementMplsTtl());
            case "mod_nw_ttl" -> new Action.SetIpTtl(NotationValues.u8(item.value(":number")));
            case "dec_ttl" -> word(item, new Action.DecrementIpTtl());
            case "copy_ttl_out" -> word(item, new Action.CopyTtlOut());
            case "copy_ttl_in" -> word(item, new Action.CopyTtlIn());
            case "set_queue" -> new Action.SetQueue(NotationValues.u32(item.value(":queue")));
            case "group" -> new Action.ToGroup(NotationValues.group(item.value(":group")));
            case "meter" -> new Action.ToMeter(NotationValues.u32(item.value(":meter")));
            case "experimenter" -> experimenter(item, Action.Experimenter::new);
            case "unknown" -> unknown(item, Action.Unknown::new);
            default -> otherAction(item, key, protocols);
        };
    }

    /** Parses an action with a name of earlier versions of {@code ovs-ofctl}, or a port. */
    private static Action otherAction(Item item, String key, ProtocolContext protocols) {
        Field field =
                switch (key) {
                    case "mod_dl_src" -> Field.ETH_SRC;
                    case "mod_dl_dst" -> Field.ETH_DST;
                    case "mod_nw_src" -> Field.IPV4_SRC;
                    case "mod_nw_dst" -> Field.IPV4_DST;
                    case "mod_nw_ecn" -> Field.IP_ECN;
                    case "mod_vlan_pcp", "set_vlan_pcp" -> Field.VLAN_PCP;
                    case "set_mpls_label" -> Field.MPLS_LABEL;
                    case "set_mpls_tc" -> Field.MPLS_TC;
                    case "set_tunnel" -> Field.TUNNEL_ID;
                    case "mod_tp_src", "mod_tp_dst" ->
                        protocols
                                .port(key.equals("mod_tp_src"))
                                .orElseThrow(() -> item.refuse(
                                        "needs tcp, udp or sctp in a match before it; else set_field:80->tcp_dst"));
                    default -> null;
                };
        if (field != null) {
            return new Action.SetField(OxmNotation.parse(field, item.value(":value"), false));
        }
        if (key.equals("mod_vlan_vid") || key.equals("set_vlan_vid")) {
            long id = NotationValues.number(item.value(":number"), 0, 0xfff, "a VLAN identifier from 0 to 4095");
            return new Action.SetField(Field.VLAN_VID.is(Field.VLAN_PRESENT | id));
        }
        if (key.equals("mod_nw_tos")) {
            return new Action.SetField(Field.IP_DSCP.is(OxmNotation.dscp(item.value(":number"))));
        }
        if (EXTENSIONS.contains(key)) {
            throw item.refuse("is an extension of Open vSwitch; needs an action of OpenFlow");
        }
        long port = NotationValues.portOrNone(item.keyPart());
        if (port < 0) {
            throw item.refuse("needs an action, such as output:1, or a port");
        }
        item.requireWord();
        return new Action.Output(port);
    }

    private static Action output(NotationPart value) {
        long port = NotationValues.port(value.before(":"));
        if (!value.has(":")) {
            return new Action.Output(port);
        }
        int maxLength = NotationValues.u16(value.after(":"));
        return port == PortNumber.CONTROLLER ? toController(maxLength) : new Action.Output(port, maxLength);
    }

    private static Action toController(int maxLength) {
        return new Action.Output(PortNumber.CONTROLLER, Math.min(maxLength, Action.Output.MAX_PACKET_IN));
    }

    private static Action toController(Item item) {
        NotationPart value = item.valuePart();
        if (value == null) {
            return new Action.Output(PortNumber.CONTROLLER);
        }
        if (!value.isEmpty() && NotationValues.isDigit(value.at(0))) {
            return toController(NotationValues.u16(value));
        }
        int maxLength = Action.Output.MAX_PACKET_IN;
        for (Item option : new NotationScanner(value).all()) {
            if (!option.keyPart().is("max_len")) {
                throw option.refuse("is an extension of Open vSwitch; needs max_len=number, or nothing");
            }
            maxLength = NotationValues.u16(option.value("=number"));
        }
        return toController(maxLength);
    }

    private static Action enqueue(NotationPart value) {
        int split = Math.max(value.indexOf(":"), value.indexOf(","));
        if (split < 0) {
            throw value.refuse("needs a port and a queue, such as enqueue:1:2");
        }
        return new Action.Enqueue(NotationValues.port(value.part(0, split)), NotationValues.u32(value.from(split + 1)));
    }

    private static Action setField(NotationPart value, ProtocolContext protocols) {
        if (!value.has("->")) {
            throw value.refuse("needs a value and a field, such as set_field:80->tcp_dst");
        }
        NotationPart name = value.after("->");
        NotationPart set = value.before("->");
        if (name.startsWith(OxmNotation.AS_IS)) {
            return new Action.SetField(OxmNotation.asIs(name, set));
        }
        String key = name.toString().toLowerCase(Locale.ROOT);
        boolean isPort = key.equals("tp_src") || key.equals("tp_dst");
        Field field = isPort || key.equals("dl_vlan") ? protocols.field(name) : ProtocolContext.named(key);
        if (field == null) {
            throw name.refuse("needs the name of a field after ->, such as eth_dst");
        }
        return new Action.SetField(OxmNotation.parse(key, field, set));
    }

    private static Action copyField(NotationPart value) {
        var numbers = new ArrayList<NotationPart>();
        NotationPart rest = value;
        while (numbers.size() < 3 && rest.has(":")) {
            numbers.add(rest.before(":"));
            rest = rest.after(":");
        }
        if (numbers.size() < 3) {
            throw value.refuse("needs bits, two offsets and the headers of two fields");
        }
        return new Action.CopyField(
                NotationValues.u16(numbers.get(0)),
                NotationValues.u16(numbers.get(1)),
                NotationValues.u16(numbers.get(2)),
                NotationValues.hex(rest));
    }

    /** A range of bits of a field: {@code nw_src[0..7]}, {@code nw_src[3]}, or {@code nw_src[]} for all. */
    private record Bits(Field field, int offset, int count) {
        static Bits parse(NotationPart text) {
            int open = text.indexOf("[");
            Field field = ProtocolContext.named(
                    (open < 0 ? text : text.part(0, open)).toString().toLowerCase(Locale.ROOT));
            if (field == null) {
                throw text.refuse("needs the name of a field and bits, such as nw_src[0..7]");
            }
            if (open < 0 || (open + 2 == text.length() && text.at(open + 1) == ']')) {
                return new Bits(field, 0, field.bits());
            }
            if (text.at(text.length() - 1) != ']') {
                throw text.refuse("needs ] at the end");
            }
            NotationPart inside = text.part(open + 1, text.length() - 1);
            int from = NotationValues.u16(inside.before(".."));
            int to = inside.has("..") ? NotationValues.u16(inside.after("..")) : from;
            if (to < from) {
                throw inside.refuse("needs the lower bit first");
            }
            return new Bits(field, from, to - from + 1);
        }
    }

    private static Action move(NotationPart value) {
        if (!value.has("->")) {
            throw value.refuse("needs two fields, such as move:nw_src[]->nw_dst[]");
        }
        Bits source = Bits.parse(value.before("->"));
        Bits target = Bits.parse(value.after("->"));
        if (source.count != target.count) {
            throw value.after("->").refuse("%d bits, needs %d as before ->".formatted(target.count, source.count));
        }
        byte[] ids = new byte[COPY_IDS];
        ByteAccess.putInt(ids, 0, Oxm.header(source.field));
        ByteAccess.putInt(ids, 4, Oxm.header(target.field));
        return new Action.CopyField(source.count, source.offset, target.offset, Bytes.of(ids));
    }
}
