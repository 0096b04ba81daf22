package net.beaconcontroller.openflow.message;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.ActionPrinter;
import net.beaconcontroller.openflow.action.ActionTypes;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.notation.FlowNotation;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.FieldWriter;
import net.beaconcontroller.openflow.wire.Names;

/**
 * Sends a packet out of the switch, OpenFlow 1.5.1 section 7.3.6 (OFPT_PACKET_OUT).
 *
 * @param bufferId the id of a packet in the switch's buffer, 32 bits, or {@link PacketIn#NO_BUFFER} if the data is the
 *     packet
 * @param match the ingress port of the packet, which actions such as flooding exclude; in OpenFlow 1.5 also other
 *     pipeline fields
 * @param actions the actions; none to drop the packet
 * @param data the packet, or empty if the switch has buffered it
 */
public record PacketOut(long bufferId, Match match, List<Action> actions, Bytes data) implements Message {
    public static final MessageLayout<PacketOut> LAYOUT = MessageLayout.of(
                    MessageType.PACKET_OUT, PacketOut.class, PacketOut::visit)
            .printedBy((packet, _) -> packet.body());

    public PacketOut {
        actions = List.copyOf(actions);
    }

    /** Creates a packet-out with this ingress port; {@link PortNumber#CONTROLLER} for a packet of the controller. */
    public PacketOut(long bufferId, long inPort, List<Action> actions, Bytes data) {
        this(bufferId, Match.ofInPort(inPort), actions, data);
    }

    /** Returns a packet-out that sends a packet of the controller to a port. */
    public static PacketOut of(Bytes data, long port) {
        return new PacketOut(PacketIn.NO_BUFFER, PortNumber.CONTROLLER, List.of(new Action.Output(port)), data);
    }

    /** Returns the ingress port, or {@link PortNumber#ANY} if the message does not have it. */
    public long inPort() {
        return match.inPort();
    }

    /**
     * Returns packet-outs that do the same together, and whose lengths fit into 16 bits. Each has some of the outputs,
     * and the actions before them that change the packet. Empty if that is impossible: the packet is too long, or the
     * switch has buffered it and can send it only once.
     *
     * @throws net.beaconcontroller.openflow.UnsupportedByVersionException if the version cannot express the message
     */
    public List<PacketOut> fitting(Version version) {
        int space = Header.MAX_MESSAGE_LENGTH - data.length() - lengthWithoutActions(version);
        if (space >= 0
                && actions.stream().mapToInt(action -> length(action, version)).sum() <= space) {
            return List.of(this);
        }
        return bufferId == PacketIn.NO_BUFFER ? split(version, space) : List.of();
    }

    private List<PacketOut> split(Version version, int space) {
        var parts = new ArrayList<PacketOut>();
        var changes = new ArrayList<Action>();
        var part = new ArrayList<Action>();
        int changesLength = 0;
        int partLength = 0;
        boolean hasOutput = false;
        for (Action action : actions) {
            int length = length(action, version);
            if (hasOutput && partLength + length > space) {
                parts.add(new PacketOut(bufferId, match, part, data));
                part = new ArrayList<>(changes);
                partLength = changesLength;
                hasOutput = false;
            }
            if (partLength + length > space) {
                return List.of();
            }
            part.add(action);
            partLength += length;
            if (Outputs.isOutput(action)) {
                hasOutput = true;
            } else {
                changes.add(action);
                changesLength += length;
            }
        }
        if (hasOutput) {
            parts.add(new PacketOut(bufferId, match, part, data));
        }
        return parts;
    }

    private int lengthWithoutActions(Version version) {
        var out = new Writer(64);
        var empty = new PacketOut(bufferId, match, List.of(), Bytes.EMPTY);
        LAYOUT.write(empty, version, 0, 0, out);
        return out.length();
    }

    private static int length(Action action, Version version) {
        if (action instanceof Action.Output) {
            return version == Version.OF10 ? 8 : 16;
        }
        var out = new Writer(64);
        ActionTypes.in(version).visit(new FieldWriter<>(action, out, version));
        return out.length();
    }

    static PacketOut visit(FieldVisitor<PacketOut> f) {
        long bufferId = f.as(Names.HEX).u32("buffer_id", PacketOut::bufferId);
        boolean is15 = f.since(Version.OF15);
        Match inPort =
                is15 ? Match.ANY : Match.ofInPort(f.port("in_port", packet -> packet.match.onlyInPort(f.version())));
        int actionsLength = f.lengthAhead("actions_len");
        f.pad(is15 ? 2 : f.is10() ? 0 : 6);
        return new PacketOut(
                bufferId,
                is15 ? Match.visit(f, PacketOut::match) : inPort,
                f.list("actions", actionsLength, PacketOut::actions, ActionTypes.in(f.version())),
                f.rest("data", PacketOut::data));
    }

    private String body() {
        var text = new StringJoiner(" ");
        FlowNotation.addIf(text, !match.fields().isEmpty(), match.toString());
        FlowNotation.addIf(text, bufferId != PacketIn.NO_BUFFER, "buffer_id=0x%x".formatted(bufferId));
        text.add("actions=" + ActionPrinter.actions(actions));
        FlowNotation.addIf(text, data.length() > 0, "data=" + data.abbreviated());
        return text.toString();
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
