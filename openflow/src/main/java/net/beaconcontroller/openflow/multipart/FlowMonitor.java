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
 * Watches a part of the flow tables, OpenFlow 1.5.1 section 7.3.5 (OFPMP_FLOW_MONITOR); from OpenFlow 1.4 on.
 *
 * @param monitorId its number, 32 bits, of the controller's own
 * @param outPort watches only flows that send to this port; {@link PortNumber#ANY} for all
 * @param outGroup watches only flows that send to this group; {@link GroupNumber#ANY} for all
 * @param flags OFPFMF_ bits: 1 tells what flows there are, 2 which are added, 4 removed, 8 changed; 16 with
 *     instructions, 32 this controller's own changes in full, 64 nothing but those
 * @param tableId 0 to 254; {@link FlowMod#ALL_TABLES} for all
 * @param command what is done with the monitor
 * @param match watches only flows that it covers
 */
public record FlowMonitor(
        long monitorId, long outPort, long outGroup, int flags, int tableId, Command command, Match match) {
    /** What is done with the monitor, OpenFlow 1.5.1 section 7.3.5 (OFPFMC_); from OpenFlow 1.4 on. */
    public enum Command {
        /** Begins to watch. */
        ADD,
        /** Watches something else from now on. */
        MODIFY,
        /** Ends it. */
        DELETE
    }

    /**
     * What happened to a flow, or to the monitor, OpenFlow 1.5.1 section 7.3.5 (OFPMP_FLOW_MONITOR, OFPFME_); from
     * OpenFlow 1.4 on.
     */
    public sealed interface Update permits Full, Abbreviated, State, Unknown {
        /**
         * An OFPFME_ number, 16 bits: 0 a flow is there, 1 added, 2 removed, 3 changed, 4 as the message with this xid
         * did, 5 paused, 6 resumed.
         */
        int event();
    }

    /**
     * A flow is there, was added, changed or removed: OpenFlow 1.5.1 section 7.3.5 (ofp_flow_update_full); from
     * OpenFlow 1.4 on.
     *
     * @param event an OFPFME_ number: 0 it was there, 1 added, 2 removed, 3 changed
     * @param tableId the table that the flow is in, 0 to 254
     * @param reason why it was removed: an OFPRR_ number, see {@link FlowRemoved}
     * @param idleTimeout seconds without a packet after which the flow goes, 0 to 65535; 0 for never
     * @param hardTimeout seconds after which the flow goes, 0 to 65535; 0 for never
     * @param priority 0 to 65535, of which the highest that matches wins
     * @param cookie 64 bits, as the flow was added with
     * @param match which packets the flow is for
     * @param instructions what it does with them, if the monitor asks for that
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
            int tableId = f.u8("table_id", Full::tableId);
            int reason = f.u8("reason", Full::reason);
            int idleTimeout = f.u16("idle_timeout", Full::idleTimeout);
            int hardTimeout = f.u16("hard_timeout", Full::hardTimeout);
            int priority = f.u16("priority", Full::priority);
            f.pad(4);
            return new Full(
                    event,
                    tableId,
                    reason,
                    idleTimeout,
                    hardTimeout,
                    priority,
                    f.as(Names.HEX).u64("cookie", Full::cookie),
                    Match.visit(f, Full::match),
                    InstructionTypes.list(f, Full::instructions));
        }
    }

    /**
     * What this controller's own message has done: OpenFlow 1.5.1 section 7.3.5 (ofp_flow_update_abbrev); from OpenFlow
     * 1.4 on.
     *
     * @param xid that message's transaction id, 32 bits
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
     * The monitor has too much to tell and has paused, or goes on: OpenFlow 1.5.1 section 7.3.5
     * (ofp_flow_update_paused); from OpenFlow 1.4 on.
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
     * Something that this library does not know has happened: OpenFlow 1.5.1 section 7.3.5 (ofp_flow_update_header);
     * from OpenFlow 1.4 on.
     *
     * @param event a number that OFPFME_ does not have, 7 to 65535
     * @param data what follows the event
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
     * Adds, changes or deletes monitors, OpenFlow 1.5.1 section 7.3.5 (OFPMP_FLOW_MONITOR); from OpenFlow 1.4 on. The
     * answers to new ones say what there is, and later ones come when it changes.
     */
    public record Request(List<FlowMonitor> monitors) implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT =
                MessageLayout.ofRequest(MultipartType.FLOW_MONITOR, Request.class, Request::visit, Reply.class);

        public Request {
            monitors = List.copyOf(monitors);
        }

        static Request visit(FieldVisitor<Request> f) {
            return new Request(f.list("monitors", Request::monitors, FlowMonitor::visit));
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /** What monitors tell, OpenFlow 1.5.1 section 7.3.5 (OFPMP_FLOW_MONITOR); from OpenFlow 1.4 on. */
    public record Reply(List<Update> updates) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT =
                MessageLayout.ofReply(MultipartType.FLOW_MONITOR, Reply.class, Reply::visit);

        public Reply {
            updates = List.copyOf(updates);
        }

        static Reply visit(FieldVisitor<Reply> f) {
            return new Reply(f.list("updates", Reply::updates, FlowMonitor::visitUpdate));
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
