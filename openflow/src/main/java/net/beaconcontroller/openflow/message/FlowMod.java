package net.beaconcontroller.openflow.message;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.NotationException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.action.InstructionTypes;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.wire.EnumCodec;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * Adds, modifies or deletes flows, OpenFlow 1.5.1 section 7.3.4 (OFPT_FLOW_MOD). Start with {@link #add()} or {@link
 * #delete()}.
 *
 * @param command the command
 * @param tableId the flow table, 0 to 254; {@link #ALL_TABLES} for deletes; 0 in OpenFlow 1.0
 * @param cookie 64 bits, which messages about the flow contain
 * @param cookieMask restricts modifications and deletes to flows whose cookies match in these bits; 0 in OpenFlow 1.0
 * @param idleTimeout the flow expires after this time without a packet, in seconds, 0 to 65535; 0 for never
 * @param hardTimeout the flow expires after this time, in seconds, 0 to 65535; 0 for never
 * @param priority 0 to 65535; the matching flow with the highest priority applies
 * @param bufferId the buffered packet to which the switch applies the flow, 32 bits, or {@link PacketIn#NO_BUFFER}
 * @param outPort restricts deletes to flows that output to this port; {@link PortNumber#ANY} for no restriction
 * @param outGroup restricts deletes to flows that output to this group; {@link GroupNumber#ANY} for no restriction, and
 *     in OpenFlow 1.0
 * @param flags OFPFF_ bits, the low 16, and {@link #EMERGENCY}
 * @param importance the eviction precedence, 0 to 65535; OpenFlow 1.4 and later, else 0
 * @param match the packets of the flow
 * @param instructions the instructions; a flow without instructions drops its packets
 */
public record FlowMod(
        Command command,
        int tableId,
        long cookie,
        long cookieMask,
        int idleTimeout,
        int hardTimeout,
        int priority,
        long bufferId,
        long outPort,
        long outGroup,
        int flags,
        int importance,
        Match match,
        List<Instruction> instructions)
        implements Message {
    public static final MessageLayout<FlowMod> LAYOUT = MessageLayout.of(
                    MessageType.FLOW_MOD, FlowMod.class, FlowMod::visit)
            .printedBy((flow, _) -> FlowModNotation.print(flow));

    /**
     * The command, OpenFlow 1.5.1 section 7.3.4 (OFPFC_). A strict command applies to the flow with the same match and
     * priority; the others apply to all flows that the match covers.
     */
    public enum Command {
        /** Adds a flow. It replaces a flow with the same match and priority. */
        ADD,
        /** Modifies the instructions of all flows that the match covers. */
        MODIFY,
        /** Modifies the instructions of the flow with the same match and priority. */
        MODIFY_STRICT,
        /** Deletes all flows that the match covers. */
        DELETE,
        /** Deletes the flow with the same match and priority. */
        DELETE_STRICT
    }

    private static final EnumCodec<Command> COMMANDS =
            new EnumCodec<>(ErrorCode.BAD_FLOW_MOD_COMMAND, Command.values());
    public static final Names FLAGS =
            Names.ofBits("send_flow_rem", "check_overlap", "reset_counts", "no_packet_counts", "no_byte_counts");
    private static final Names FLAGS_10 = Names.ofBits("send_flow_rem", "check_overlap", "emerg");

    /** OFPTT_ALL: all flow tables, in requests and deletes. */
    public static final int ALL_TABLES = 0xff;

    /** OFP_DEFAULT_PRIORITY: the default priority. */
    public static final int DEFAULT_PRIORITY = 0x8000;

    /** OFPFF_SEND_FLOW_REM: the switch sends a {@link FlowRemoved} when the flow expires or is deleted. */
    public static final int SEND_FLOW_REMOVED = 1;

    /** OFPFF_CHECK_OVERLAP: the switch rejects the flow if it overlaps with a flow of the same priority. */
    public static final int CHECK_OVERLAP = 1 << 1;

    /** OFPFF_RESET_COUNTS: resets the statistics of the flow; OpenFlow 1.2 and later. */
    public static final int RESET_COUNTS = 1 << 2;

    /** OFPFF_NO_PKT_COUNTS: the switch does not have to count packets; OpenFlow 1.3 and later. */
    public static final int NO_PACKET_COUNTS = 1 << 3;

    /** OFPFF_NO_BYT_COUNTS: the switch does not have to count bytes; OpenFlow 1.3 and later. */
    public static final int NO_BYTE_COUNTS = 1 << 4;

    /**
     * OFPFF_EMERG: an emergency flow, for use without a controller connection; OpenFlow 1.0 section 5.3.3 only, where
     * it has the number of RESET_COUNTS.
     */
    public static final int EMERGENCY = 1 << 18;

    /** The flags that OpenFlow 1.0 numbers like later versions. */
    private static final int SAME_FLAGS = 3;

    public FlowMod {
        instructions = List.copyOf(instructions);
    }

    /** Returns a builder of a flow-mod that adds a flow. */
    public static Builder add() {
        return new Builder(Command.ADD);
    }

    /** Returns a builder of a flow-mod that deletes flows of all tables. */
    public static Builder delete() {
        return new Builder(Command.DELETE).tableId(ALL_TABLES);
    }

    /**
     * Parses the {@code ovs-ofctl} notation of a flow, such as {@code
     * priority=10,ip,nw_dst=10.0.0.0/24,actions=output:2}; see docs/openflow.md.
     *
     * @return a flow-mod that adds the flow, unless the text begins with another command
     * @throws NotationException if the text is not a flow; it has the column
     */
    public static FlowMod parse(String text) {
        return FlowModNotation.parse(text);
    }

    /**
     * Returns the flags field of OpenFlow 1.0. Flags that only OpenFlow 1.0 has are kept above the 16 bits of later
     * versions.
     */
    private int flags10() {
        if ((flags & 0xffff & ~SAME_FLAGS) != 0) {
            throw new UnsupportedByVersionException("flags=" + FLAGS.print(flags & 0xffff & ~SAME_FLAGS), Version.OF10);
        }
        return (flags & SAME_FLAGS) | flags >>> 16;
    }

    /** Returns the flags field of OpenFlow 1.1 and later. */
    private int flags11(Version version) {
        if (flags >>> 16 != 0) {
            throw new UnsupportedByVersionException("flags=" + FLAGS_10.print(flags >>> 16), version);
        }
        return flags;
    }

    private static int fromFlags10(int flags) {
        return (flags & SAME_FLAGS) | (flags & ~SAME_FLAGS) << 16;
    }

    static FlowMod visit(FieldVisitor<FlowMod> f) {
        boolean is10 = f.is10();
        Match match10 = is10 ? Match.visit(f, FlowMod::match) : Match.ANY;
        long cookie = f.as(Names.HEX).u64("cookie", FlowMod::cookie);
        long cookieMask = f.as(Names.HEX).u64Since(Version.OF11, "cookie_mask", FlowMod::cookieMask, 0);
        int tableId = is10
                ? f.absent("table_id", flow -> flow.tableId == ALL_TABLES ? 0 : flow.tableId, 0)
                : f.u8("table_id", FlowMod::tableId);
        Command command =
                is10 ? f.enum16("command", FlowMod::command, COMMANDS) : f.enum8("command", FlowMod::command, COMMANDS);
        int idleTimeout = f.u16("idle_timeout", FlowMod::idleTimeout);
        int hardTimeout = f.u16("hard_timeout", FlowMod::hardTimeout);
        int priority = f.u16("priority", FlowMod::priority);
        long bufferId = f.as(Names.HEX).u32("buffer_id", FlowMod::bufferId);
        long outPort = f.port("out_port", FlowMod::outPort);
        long outGroup = f.as(Names.GROUP).u32Since(Version.OF11, "out_group", FlowMod::outGroup, GroupNumber.ANY);
        int flags = is10
                ? fromFlags10(f.as(FLAGS_10).u16("flags", FlowMod::flags10))
                : f.as(FLAGS).u16("flags", flow -> flow.flags11(f.version()));
        return new FlowMod(
                command,
                tableId,
                cookie,
                cookieMask,
                idleTimeout,
                hardTimeout,
                priority,
                bufferId,
                outPort,
                outGroup,
                flags,
                f.padAfter(
                        f.u16Since(Version.OF14, "importance", FlowMod::importance, 0),
                        is10 || f.since(Version.OF14) ? 0 : 2),
                is10 ? match10 : Match.visit(f, FlowMod::match),
                InstructionTypes.list(f, FlowMod::instructions));
    }

    /** Returns a copy with other instructions. */
    public FlowMod withInstructions(List<Instruction> others) {
        return new FlowMod(
                command,
                tableId,
                cookie,
                cookieMask,
                idleTimeout,
                hardTimeout,
                priority,
                bufferId,
                outPort,
                outGroup,
                flags,
                importance,
                match,
                others);
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }

    /** A builder of flow-mods. Properties that are not set have their defaults. */
    public static final class Builder implements FlowBuilder<Builder> {
        /** The order of {@code FlowModEncoder}: each field after its prerequisites. */
        private static final List<Field> FIELD_ORDER = List.of(
                Field.IN_PORT,
                Field.ETH_DST,
                Field.ETH_SRC,
                Field.ETH_TYPE,
                Field.VLAN_VID,
                Field.VLAN_PCP,
                Field.IP_DSCP,
                Field.IP_PROTO,
                Field.ARP_OP,
                Field.ARP_SPA,
                Field.ARP_TPA,
                Field.IPV4_SRC,
                Field.IPV4_DST,
                Field.IPV6_SRC,
                Field.IPV6_DST,
                Field.TCP_SRC,
                Field.TCP_DST,
                Field.UDP_SRC,
                Field.UDP_DST,
                Field.ICMPV4_TYPE,
                Field.ICMPV4_CODE,
                Field.ICMPV6_TYPE,
                Field.ICMPV6_CODE);

        private Command command;
        private int tableId;
        private long cookie;
        private long cookieMask;
        private int idleTimeout;
        private int hardTimeout;
        private int priority = DEFAULT_PRIORITY;
        private long bufferId = PacketIn.NO_BUFFER;
        private long outPort = PortNumber.ANY;
        private long outGroup = GroupNumber.ANY;
        private int flags;
        private int importance;
        private Match match = Match.ANY;
        private List<Instruction> instructions = List.of();
        private final List<Action> outputs = new ArrayList<>();

        private Builder(Command command) {
            this.command = command;
        }

        /** Sets the command, such as {@link Command#DELETE_STRICT}. */
        public Builder command(Command value) {
            command = value;
            return this;
        }

        @Override
        public Builder tableId(int value) {
            tableId = value;
            return this;
        }

        @Override
        public Builder cookie(long value) {
            cookie = value;
            return this;
        }

        /** Restricts modifications and deletes to flows whose cookies match in these bits. */
        public Builder cookieMask(long value) {
            cookieMask = value;
            return this;
        }

        @Override
        public Builder idleTimeoutSeconds(int value) {
            idleTimeout = value;
            return this;
        }

        @Override
        public Builder hardTimeoutSeconds(int value) {
            hardTimeout = value;
            return this;
        }

        @Override
        public Builder priority(int value) {
            priority = value;
            return this;
        }

        @Override
        public Builder bufferId(long value) {
            bufferId = value;
            return this;
        }

        /** Restricts deletes to flows that output to this port, see {@link PortNumber}. */
        public Builder outPort(long value) {
            outPort = value;
            return this;
        }

        /** Restricts deletes to flows that output to this group. */
        public Builder outGroup(long value) {
            outGroup = value;
            return this;
        }

        /** Sets the eviction precedence, 0 to 65535; OpenFlow 1.4 and later. */
        public Builder importance(int value) {
            importance = value;
            return this;
        }

        @Override
        public Builder flags(int value) {
            flags = value;
            return this;
        }

        /** Matches packets with these fields, in place of the match so far. */
        public Builder match(Oxm... fields) {
            match = Match.of(fields);
            return this;
        }

        /** Sets the match, in place of the match so far. Default {@link Match#ANY}. */
        public Builder match(Match value) {
            match = value;
            return this;
        }

        /**
         * Adds fields to the match, or replaces those that it has. They are ordered as {@code FlowModEncoder} orders
         * them.
         */
        private Builder matching(Oxm... added) {
            var fields = new ArrayList<>(match.fields());
            for (Oxm field : added) {
                fields.removeIf(other -> other.field().equals(field.field()));
                fields.add(field);
            }
            fields.sort(Comparator.comparingInt(Builder::rank));
            match = new Match(fields);
            return this;
        }

        private static int rank(Oxm field) {
            int rank = field.field().map(FIELD_ORDER::indexOf).orElse(-1);
            return rank < 0 ? FIELD_ORDER.size() : rank;
        }

        @Override
        public Builder inPort(long port) {
            return matching(Field.IN_PORT.is(port));
        }

        @Override
        public Builder ethDestination(long mac) {
            return matching(Field.ETH_DST.is(mac));
        }

        @Override
        public Builder ethSource(long mac) {
            return matching(Field.ETH_SRC.is(mac));
        }

        @Override
        public Builder ethType(int type) {
            return matching(Field.ETH_TYPE.is(type));
        }

        @Override
        public Builder vlan(int id) {
            var fields = new ArrayList<>(match.fields());
            fields.removeIf(field -> field.field().equals(Optional.of(Field.VLAN_PCP)));
            match = new Match(fields);
            return matching(Field.VLAN_VID.is(id == VlanId.NONE ? 0 : Field.VLAN_PRESENT | id));
        }

        @Override
        public Builder vlan(int id, int tagPriority) {
            return id == VlanId.NONE ? vlan(id) : vlan(id).matching(Field.VLAN_PCP.is(tagPriority));
        }

        @Override
        public Builder ipDscp(int value) {
            return matching(Field.IP_DSCP.is(value));
        }

        @Override
        public Builder ipProtocol(int value) {
            return matching(Field.IP_PROTO.is(value));
        }

        @Override
        public Builder ipv4(long source, long destination) {
            return matching(Field.IPV4_SRC.is(source), Field.IPV4_DST.is(destination));
        }

        @Override
        public Builder arp(int operation, long sender, long target) {
            return matching(Field.ARP_OP.is(operation), Field.ARP_SPA.is(sender), Field.ARP_TPA.is(target));
        }

        @Override
        public Builder ipv6(byte[] array, int sourceOffset, int destinationOffset) {
            return matching(
                    Field.IPV6_SRC.is(Bytes.of(array, sourceOffset, 16)),
                    Field.IPV6_DST.is(Bytes.of(array, destinationOffset, 16)));
        }

        @Override
        public Builder tcp(int sourcePort, int destinationPort) {
            return matching(Field.TCP_SRC.is(sourcePort), Field.TCP_DST.is(destinationPort));
        }

        @Override
        public Builder udp(int sourcePort, int destinationPort) {
            return matching(Field.UDP_SRC.is(sourcePort), Field.UDP_DST.is(destinationPort));
        }

        @Override
        public Builder icmpv4(int type, int code) {
            return matching(Field.ICMPV4_TYPE.is(type), Field.ICMPV4_CODE.is(code));
        }

        @Override
        public Builder icmpv6(int type, int code) {
            return matching(Field.ICMPV6_TYPE.is(type), Field.ICMPV6_CODE.is(code));
        }

        @Override
        public Builder output(long port) {
            outputs.add(new Action.Output(port));
            instructions = List.of(new Instruction.ApplyActions(outputs));
            return this;
        }

        @Override
        public Builder drop() {
            return actions();
        }

        /**
         * Sets the actions to apply, in place of the instructions so far. Without actions, the flow drops its packets.
         */
        public Builder actions(Action... actions) {
            outputs.clear();
            outputs.addAll(List.of(actions));
            instructions = outputs.isEmpty() ? List.of() : List.of(new Instruction.ApplyActions(outputs));
            return this;
        }

        /** Sets the instructions, in place of the instructions and actions so far. */
        public Builder instructions(Instruction... value) {
            outputs.clear();
            instructions = List.of(value);
            return this;
        }

        public FlowMod build() {
            return new FlowMod(
                    command,
                    tableId,
                    cookie,
                    cookieMask,
                    idleTimeout,
                    hardTimeout,
                    priority,
                    bufferId,
                    outPort,
                    outGroup,
                    flags,
                    importance,
                    match,
                    instructions);
        }
    }
}
