package net.beaconcontroller.openflow;

import java.util.List;

/**
 * Tells a switch to send a packet, OpenFlow 1.3.5 section 7.3.7.
 *
 * @param bufferId which packet the switch has kept, or {@link PacketIn#NO_BUFFER} if it is in the data
 * @param inPort where the packet came in: actions such as flooding leave it out; {@link PortNumber#ANY} for nowhere
 */
public record PacketOut(long bufferId, long inPort, List<Action> actions, Bytes data) implements Message {

    public PacketOut {
        actions = List.copyOf(actions);
    }

    /** Sends this packet, which came in nowhere, out of a port. */
    public static PacketOut of(Bytes data, long port) {
        return new PacketOut(PacketIn.NO_BUFFER, PortNumber.CONTROLLER, List.of(new Action.Output(port)), data);
    }

    @Override
    public MessageType type() {
        return MessageType.PACKET_OUT;
    }

    static PacketOut read(Reader in) {
        long bufferId = in.u32("buffer_id");
        long inPort = in.port("in_port");
        int actionsLength = in.u16("actions_len");
        in.skip(in.isVersion10() ? 0 : 6, "pad");
        List<Action> actions = Action.readList(in.part(actionsLength, "actions of actions_len=" + actionsLength));
        return new PacketOut(bufferId, inPort, actions, in.rest("data"));
    }

    void write(Writer out, Version version) {
        out.u32(bufferId);
        out.port(inPort, version);
        int lengthAt = out.length();
        out.u16(0);
        out.zeros(version == Version.OF10 ? 0 : 6);
        int actionsAt = out.length();
        Action.writeList(actions, out, version);
        out.setU16(lengthAt, out.length() - actionsAt);
        out.bytes(data);
    }
}
