package net.beaconcontroller.core.pipeline;

import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.packet.Ethernet;

/**
 * The packet-in that a thread is processing. Each {@link ListenerThread} reuses one object.
 */
public final class ReceivedPacketIn extends PacketInContext {
    /**
     * Points this view at a packet-in and its frame.
     *
     * @param nanos when the message was read
     * @throws MalformedMessageException if the message is malformed, has no ingress port, no whole Ethernet header, or
     *     more bytes of the packet than the packet has
     */
    void receive(byte[] bytes, int at, int length, long nanos) {
        setReceivedNanos(nanos);
        wrap(bytes, at, length);
        if (frameLength() < Ethernet.HEADER_LENGTH || inPort() == PortNumber.ANY) {
            throw incomplete();
        }
        if (frameLength() > totalLength()) {
            throw badLength("PACKET_IN with a frame of %d bytes, total_len=%d".formatted(frameLength(), totalLength()));
        }
        wrapFrame();
    }

    private MalformedMessageException incomplete() {
        return inPort() == PortNumber.ANY
                ? new MalformedMessageException(
                        MalformedMessageException.BAD_REQUEST,
                        MalformedMessageException.BAD_PORT,
                        "PACKET_IN without an ingress port")
                : badLength("PACKET_IN with a frame of %d bytes, needs at least %d"
                        .formatted(frameLength(), Ethernet.HEADER_LENGTH));
    }

    private static MalformedMessageException badLength(String reason) {
        return new MalformedMessageException(
                MalformedMessageException.BAD_REQUEST, MalformedMessageException.BAD_LEN, reason);
    }
}
