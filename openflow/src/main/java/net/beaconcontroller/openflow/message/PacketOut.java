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
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * Tells a switch to send a packet, OpenFlow 1.5.1 section 7.3.6 (OFPT_PACKET_OUT).
 *
 * @param bufferId which packet the switch has kept, 32 bits, or {@link PacketIn#NO_BUFFER} if it is in the data
 * @param match where the packet came in: actions such as flooding leave that port out. Before OpenFlow 1.5 it says the
 *     port and nothing else; later, what other pipeline fields the packet has as well
 * @param actions what is done with the packet; none to drop it
 * @param data the packet, if the switch has not kept it; else empty
 */
public record PacketOut(long bufferId, Match match, List<Action> actions, Bytes data) implements Message {
    public static final MessageLayout<PacketOut> LAYOUT = MessageLayout.of(
                    MessageType.PACKET_OUT, PacketOut.class, PacketOut::visit)
            .printedBy((packet, _) -> packet.body());

    public PacketOut {
        actions = List.copyOf(actions);
    }

    /** A packet that came in on this port; {@link PortNumber#CONTROLLER} for one that came in nowhere. */
    public PacketOut(long bufferId, long inPort, List<Action> actions, Bytes data) {
        this(bufferId, Match.ofInPort(inPort), actions, data);
    }

    /** Sends this packet, which came in nowhere, out of a port. */
    public static PacketOut of(Bytes data, long port) {
        return new PacketOut(PacketIn.NO_BUFFER, PortNumber.CONTROLLER, List.of(new Action.Output(port)), data);
    }

    /** The port that the packet came in on; {@link PortNumber#ANY} where that is not said. */
    public long inPort() {
        return match.inPort();
    }

    static PacketOut visit(FieldVisitor<PacketOut> f) {
        long bufferId = f.as(Names.HEX).u32("buffer_id", PacketOut::bufferId);
        if (f.since(Version.OF15)) {
            int actionsLength = f.lengthAhead("actions_len");
            f.pad(2);
            return new PacketOut(
                    bufferId,
                    Match.visit(f, PacketOut::match),
                    f.list("actions", actionsLength, PacketOut::actions, ActionTypes.in(f.version())),
                    f.rest("data", PacketOut::data));
        }
        Match match = Match.ofInPort(f.port("in_port", packet -> packet.match.onlyInPort(f.version())));
        int actionsLength = f.lengthAhead("actions_len");
        f.pad(f.is10() ? 0 : 6);
        return new PacketOut(
                bufferId,
                match,
                f.list("actions", actionsLength, PacketOut::actions, ActionTypes.in(f.version())),
                f.rest("data", PacketOut::data));
    }

    private String body() {
        var text = new StringJoiner(" ");
        if (!match.fields().isEmpty()) {
            text.add(match.toString());
        }
        if (bufferId != PacketIn.NO_BUFFER) {
            text.add("buffer_id=0x%x".formatted(bufferId));
        }
        text.add("actions=" + ActionPrinter.actions(actions));
        if (data.length() > 0) {
            text.add("data=" + data.abbreviated());
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
