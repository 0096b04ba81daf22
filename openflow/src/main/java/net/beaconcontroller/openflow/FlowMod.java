package net.beaconcontroller.openflow;

import java.util.List;

/**
 * Adds, changes or deletes flows, OpenFlow 1.3.5 section 7.3.4.1. Begin with {@link #add()} or {@link #delete()}.
 *
 * @param tableId the flow table; {@link #ALL_TABLES} for deletes. OpenFlow 1.0 has one table, 0
 * @param cookie 64 bits that come back with what the flow causes
 * @param cookieMask for changes and deletes: which bits of the cookie must agree; 0 in OpenFlow 1.0
 * @param idleTimeout seconds without a packet after which the flow goes; 0 for never
 * @param hardTimeout seconds after which the flow goes; 0 for never
 * @param priority 0 to 65535, of which the highest that matches wins
 * @param bufferId the packet that the flow is applied to at once, or {@link PacketIn#NO_BUFFER}
 * @param outPort deletes only flows that send to this port; {@link PortNumber#ANY} for all
 * @param outGroup deletes only flows that send to this group; {@link #ANY_GROUP} for all
 * @param flags OFPFF_ bits
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
        Match match,
        List<Instruction> instructions)
        implements Message {

    /** What is done. Strict commands take flows of just this match and priority; the others all that the match covers. */
    public enum Command {
        ADD,
        MODIFY,
        MODIFY_STRICT,
        DELETE,
        DELETE_STRICT
    }

    public static final int ALL_TABLES = 0xff;
    public static final long ANY_GROUP = 0xffffffffL;

    /** The priority that is given where none is said, OFP_DEFAULT_PRIORITY. */
    public static final int DEFAULT_PRIORITY = 0x8000;

    /** OFPFF_SEND_FLOW_REM: a {@link FlowRemoved} comes when the flow goes. */
    public static final int SEND_FLOW_REMOVED = 1;

    public FlowMod {
        instructions = List.copyOf(instructions);
    }

    public static Builder add() {
        return new Builder(Command.ADD);
    }

    /** Deletes what the match covers in all tables, unless the builder is told more. */
    public static Builder delete() {
        return new Builder(Command.DELETE).tableId(ALL_TABLES);
    }

    @Override
    public MessageType type() {
        return MessageType.FLOW_MOD;
    }

    static FlowMod read(Reader in) {
        return in.isVersion10() ? read10(in) : read13(in);
    }

    private static FlowMod read10(Reader in) {
        Match match = Match.read(in);
        long cookie = in.u64("cookie");
        Command command = command(in.u16("command"));
        return new FlowMod(
                command,
                0,
                cookie,
                0,
                in.u16("idle_timeout"),
                in.u16("hard_timeout"),
                in.u16("priority"),
                in.u32("buffer_id"),
                in.port("out_port"),
                ANY_GROUP,
                in.u16("flags"),
                match,
                Instruction.readList(in));
    }

    private static FlowMod read13(Reader in) {
        long cookie = in.u64("cookie");
        long cookieMask = in.u64("cookie_mask");
        int tableId = in.u8("table_id");
        Command command = command(in.u8("command"));
        int idleTimeout = in.u16("idle_timeout");
        int hardTimeout = in.u16("hard_timeout");
        int priority = in.u16("priority");
        long bufferId = in.u32("buffer_id");
        long outPort = in.u32("out_port");
        long outGroup = in.u32("out_group");
        int flags = in.u16("flags");
        in.skip(2, "pad");
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
                Match.read(in),
                Instruction.readList(in));
    }

    private static Command command(int wire) {
        if (wire >= Command.values().length) {
            throw MalformedMessageException.badValue("command=%d, known are 0 to 4".formatted(wire));
        }
        return Command.values()[wire];
    }

    void write(Writer out, Version version) {
        if (version == Version.OF10) {
            write10(out);
        } else {
            write13(out);
        }
        Instruction.writeList(instructions, out, version);
    }

    private void write10(Writer out) {
        if ((tableId != 0 && tableId != ALL_TABLES) || cookieMask != 0 || outGroup != ANY_GROUP) {
            throw new UnsupportedByVersionException("FLOW_MOD with table, cookie mask or group", Version.OF10);
        }
        match.write(out, Version.OF10);
        out.u64(cookie);
        out.u16(command.ordinal());
        out.u16(idleTimeout);
        out.u16(hardTimeout);
        out.u16(priority);
        out.u32(bufferId);
        out.u16(PortNumber.narrow(outPort));
        out.u16(flags);
    }

    private void write13(Writer out) {
        out.u64(cookie);
        out.u64(cookieMask);
        out.u8(tableId);
        out.u8(command.ordinal());
        out.u16(idleTimeout);
        out.u16(hardTimeout);
        out.u16(priority);
        out.u32(bufferId);
        out.u32(outPort);
        out.u32(outGroup);
        out.u16(flags);
        out.zeros(2);
        match.write(out, Version.OF13);
    }

    /** Gathers a flow-mod; what is not said has the value that means nothing special. */
    public static final class Builder {
        private final Command command;
        private int tableId;
        private long cookie;
        private int idleTimeout;
        private int hardTimeout;
        private int priority = DEFAULT_PRIORITY;
        private long bufferId = PacketIn.NO_BUFFER;
        private long outPort = PortNumber.ANY;
        private int flags;
        private Match match = Match.ANY;
        private List<Instruction> instructions = List.of();

        private Builder(Command command) {
            this.command = command;
        }

        public Builder tableId(int value) {
            tableId = value;
            return this;
        }

        public Builder cookie(long value) {
            cookie = value;
            return this;
        }

        public Builder idleTimeoutSeconds(int value) {
            idleTimeout = value;
            return this;
        }

        public Builder hardTimeoutSeconds(int value) {
            hardTimeout = value;
            return this;
        }

        public Builder priority(int value) {
            priority = value;
            return this;
        }

        public Builder bufferId(long value) {
            bufferId = value;
            return this;
        }

        public Builder outPort(long value) {
            outPort = value;
            return this;
        }

        public Builder flags(int value) {
            flags = value;
            return this;
        }

        public Builder match(Oxm... fields) {
            match = Match.of(fields);
            return this;
        }

        public Builder match(Match value) {
            match = value;
            return this;
        }

        /** Applies these actions at once; none to drop the packets. */
        public Builder actions(Action... actions) {
            instructions = actions.length == 0 ? List.of() : List.of(new Instruction.ApplyActions(List.of(actions)));
            return this;
        }

        public Builder instructions(Instruction... value) {
            instructions = List.of(value);
            return this;
        }

        public FlowMod build() {
            return new FlowMod(
                    command,
                    tableId,
                    cookie,
                    0,
                    idleTimeout,
                    hardTimeout,
                    priority,
                    bufferId,
                    outPort,
                    ANY_GROUP,
                    flags,
                    match,
                    instructions);
        }
    }
}
