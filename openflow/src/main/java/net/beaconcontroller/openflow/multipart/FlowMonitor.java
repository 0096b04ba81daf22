package net.beaconcontroller.openflow.multipart;

import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.action.InstructionTypes;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.wire.EnumCodec;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * A flow monitor, OpenFlow 1.5.1 section 7.3.5 (OFPMP_FLOW_MONITOR); OpenFlow 1.4 and later.
 *
 * @param monitorId the number of the monitor, 32 bits, unique within the controller
 * @param outPort restricts the monitor to flows that output to this port; {@link PortNumber#ANY} for no restriction
 * @param outGroup restricts the monitor to flows that output to this group; {@link GroupNumber#ANY} for no restriction
 * @param flags OFPFMF_ bits: 1 initially matching flows, 2 added, 4 removed and 8 modified flows; 16 with instructions,
 *     32 unabbreviated changes of this controller, 64 only changes of this controller
 * @param tableId 0 to 254; {@link FlowMod#ALL_TABLES} for all
 * @param command the command
 * @param match covers the monitored flows
 */
public record FlowMonitor(
        long monitorId, long outPort, long outGroup, int flags, int tableId, Command command, Match match) {
    /** The command, OpenFlow 1.5.1 section 7.3.5 (OFPFMC_); OpenFlow 1.4 and later. */
    public enum Command {
        /** Adds the monitor. */
        ADD,
        /** Replaces the monitor. */
        MODIFY,
        /** Deletes the monitor. */
        DELETE
    }

    /**
     * An update of a flow or of the monitor, OpenFlow 1.5.1 section 7.3.5 (OFPMP_FLOW_MONITOR, OFPFME_); OpenFlow 1.4
     * and later.
     */
    public sealed interface Update permits Full, Abbreviated, State, Unknown {
        /**
         * Returns an OFPFME_ number, 16 bits: 0 initial flow, 1 added, 2 removed, 3 modified, 4 abbreviated, 5 paused,
         * 6 resumed.
         */
        int event();
    }

    /**
     * A flow that existed initially, was added, modified or removed, OpenFlow 1.5.1 section 7.3.5
     * (ofp_flow_update_full); OpenFlow 1.4 and later.
     *
     * @param event an OFPFME_ number: 0 initial flow, 1 added, 2 removed, 3 modified
     * @param tableId the flow table, 0 to 254
     * @param reason the OFPRR_ number of the removal, see {@link FlowRemoved}
     * @param idleTimeout in seconds, 0 to 65535; 0 for none
     * @param hardTimeout in seconds, 0 to 65535; 0 for none
     * @param priority 0 to 65535
     * @param cookie the cookie of the flow, 64 bits
     * @param match the packets of the flow
     * @param instructions the instructions of the flow, if the monitor requests them
     */
    public record Full(
            int event,
            int tableId,
            int reason,
            int idleTimeout,
            int hardTimeout,
            int priority,
            long cookie,
            Match match,
            List<Instruction> instructions)
            implements Update {
        public Full {
            requireEvent(event, 0, MODIFIED);
            instructions = List.copyOf(instructions);
        }

        static Full visit(FieldVisitor<Full> f, int event) {
            return new Full(
                    event,
                    f.u8("table_id", Full::tableId),
                    f.u8("reason", Full::reason),
                    f.u16("idle_timeout", Full::idleTimeout),
                    f.u16("hard_timeout", Full::hardTimeout),
                    f.padAfter(f.u16("priority", Full::priority), 4),
                    f.as(Names.HEX).u64("cookie", Full::cookie),
                    Match.visit(f, Full::match),
                    InstructionTypes.list(f, Full::instructions));
        }
    }

    /**
     * A change that a message of this controller caused, OpenFlow 1.5.1 section 7.3.5 (ofp_flow_update_abbrev);
     * OpenFlow 1.4 and later.
     *
     * @param xid the transaction id of that message, 32 bits
     */
    public record Abbreviated(long xid) implements Update {
        @Override
        public int event() {
            return ABBREVIATED;
        }

        static Abbreviated visit(FieldVisitor<Abbreviated> f) {
            return new Abbreviated(f.as(Names.HEX).u32("xid", Abbreviated::xid));
        }
    }

    /**
     * The notification that the monitor was paused because of too many updates, or resumed, OpenFlow 1.5.1 section
     * 7.3.5 (ofp_flow_update_paused); OpenFlow 1.4 and later.
     *
     * @param event an OFPFME_ number: 5 paused, 6 resumed
     */
    public record State(int event) implements Update {
        public State {
            requireEvent(event, ABBREVIATED + 1, RESUMED);
        }

        static State visit(FieldVisitor<State> f, int event) {
            f.pad(4);
            return new State(event);
        }
    }

    /**
     * An update of an unknown type, OpenFlow 1.5.1 section 7.3.5 (ofp_flow_update_header); OpenFlow 1.4 and later.
     *
     * @param event a number without an OFPFME_ constant, 7 to 65535
     * @param data the bytes after the event
     */
    public record Unknown(int event, Bytes data) implements Update {
        public Unknown {
            requireEvent(event, RESUMED + 1, 0xffff);
        }

        static Unknown visit(FieldVisitor<Unknown> f, int event) {
            return new Unknown(event, f.rest("data", Unknown::data));
        }
    }

    /**
     * Adds, modifies or deletes monitors, OpenFlow 1.5.1 section 7.3.5 (OFPMP_FLOW_MONITOR); OpenFlow 1.4 and later.
     * The first reply has the initial flows; later ones follow when flows change.
     */
    public record Request(List<FlowMonitor> monitors) implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT = MessageLayout.ofRequest(
                MultipartType.FLOW_MONITOR,
                Request.class,
                f -> new Request(f.list("monitors", Request::monitors, FlowMonitor::visit)),
                Reply.LAYOUT);

        public Request {
            monitors = List.copyOf(monitors);
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /** Updates of monitors, OpenFlow 1.5.1 section 7.3.5 (OFPMP_FLOW_MONITOR); OpenFlow 1.4 and later. */
    public record Reply(List<Update> updates) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT = MessageLayout.ofReply(
                MultipartType.FLOW_MONITOR,
                Reply.class,
                "updates",
                Reply::updates,
                FlowMonitor::visitUpdate,
                Reply::new);

        public Reply {
            updates = List.copyOf(updates);
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    private static final int MODIFIED = 3;
    private static final int ABBREVIATED = 4;
    private static final int RESUMED = 6;
    private static final Names EVENTS =
            Names.ofValues("initial", "added", "removed", "modified", "abbrev", "paused", "resumed");
    private static final Names FLAGS =
            Names.ofBits("initial", "add", "removed", "modify", "instructions", "no_abbrev", "only_own");
    private static final EnumCodec<Command> COMMANDS = new EnumCodec<>(ErrorCode.BAD_MONITOR_COMMAND, Command.values());

    private static void requireEvent(int event, int least, int most) {
        if (event < least || event > most) {
            throw new IllegalArgumentException("event=%d, needs %d to %d".formatted(event, least, most));
        }
    }

    static FlowMonitor visit(FieldVisitor<FlowMonitor> f) {
        return new FlowMonitor(
                f.u32("monitor_id", FlowMonitor::monitorId),
                f.port("out_port", FlowMonitor::outPort),
                f.as(Names.GROUP).u32("out_group", FlowMonitor::outGroup),
                f.as(FLAGS).u16("flags", FlowMonitor::flags),
                f.u8("table_id", FlowMonitor::tableId),
                f.enum8("command", FlowMonitor::command, COMMANDS),
                Match.visit(f, FlowMonitor::match));
    }

    private static Update visitUpdate(FieldVisitor<Update> f) {
        f.length("length");
        int event = f.as(EVENTS).u16("event", Update::event);
        if (event <= MODIFIED) {
            return f.narrow((FieldVisitor<Full> full) -> Full.visit(full, event));
        }
        if (event == ABBREVIATED) {
            return f.narrow(Abbreviated::visit);
        }
        return event <= RESUMED
                ? f.narrow((FieldVisitor<State> state) -> State.visit(state, event))
                : f.narrow((FieldVisitor<Unknown> other) -> Unknown.visit(other, event));
    }
}
