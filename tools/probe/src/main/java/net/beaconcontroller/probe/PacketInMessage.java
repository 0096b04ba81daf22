package net.beaconcontroller.probe;

import java.util.Arrays;
import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.switchkit.ReceivedMessage;

/**
 * A packet-in of a whole frame because of a table miss.
 *
 * @param version the version of the message
 * @param xid the transaction id, unique for the switch
 * @param packet the message; its buffer id is unique for the switch
 */
public record PacketInMessage(Version version, long xid, PacketIn packet) {
    private static final int MAC_LENGTH = 6;

    /** Returns the encoded message, to be changed. */
    public CraftedMessage craft() {
        return CraftedMessage.of(packet, version, xid);
    }

    /**
     * Returns whether a message of the controller forwards the packet: a packet-out or a flow-mod with its buffer id,
     * or a packet-out of the frame. A packet-out without an output drops the packet, and one to the flow table makes
     * the switch send another packet-in.
     */
    public boolean isAnsweredBy(ReceivedMessage message) {
        return message.envelope()
                .map(envelope -> switch (envelope.message()) {
                    case PacketOut out -> forwards(out) && (isMine(out.bufferId()) || hasFrame(out.data()));
                    case FlowMod mod -> mod.command() == FlowMod.Command.ADD && isMine(mod.bufferId());
                    default -> false;
                })
                .orElse(false);
    }

    /**
     * Returns whether a message of the controller adds a flow between the Ethernet addresses of the frame, possibly
     * because of another packet between them.
     */
    public boolean isFollowedByFlow(ReceivedMessage message) {
        return message.as(FlowMod.class)
                .filter(mod -> mod.command() == FlowMod.Command.ADD
                        && mod.bufferId() == PacketIn.NO_BUFFER
                        && matches(mod.match()))
                .isPresent();
    }

    private static boolean forwards(PacketOut out) {
        List<Long> ports = ReceivedMessage.outputs(out);
        return !ports.isEmpty() && !ports.contains(PortNumber.TABLE);
    }

    private boolean isMine(long bufferId) {
        return bufferId != PacketIn.NO_BUFFER && bufferId == packet.bufferId();
    }

    private boolean hasFrame(Bytes data) {
        return data.length() > 0 && data.equals(packet.data());
    }

    private boolean matches(Match match) {
        byte[] frame = packet.data().toArray();
        return frame.length >= 2 * MAC_LENGTH
                && isExactly(match, Field.ETH_DST, frame, 0)
                && isExactly(match, Field.ETH_SRC, frame, MAC_LENGTH);
    }

    private static boolean isExactly(Match match, Field field, byte[] frame, int at) {
        byte[] address = Arrays.copyOfRange(frame, at, at + MAC_LENGTH);
        return match.of(field)
                .filter(oxm -> oxm.mask() == null)
                .map(Oxm::value)
                .filter(Bytes.of(address)::equals)
                .isPresent();
    }
}
