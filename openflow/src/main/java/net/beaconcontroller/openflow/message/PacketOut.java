package net.beaconcontroller.openflow.message;

import java.util.List;
import java.util.StringJoiner;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.ActionPrinter;
import net.beaconcontroller.openflow.action.ActionTypes;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.notation.FlowNotation;
import net.beaconcontroller.openflow.wire.FieldVisitor;
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
