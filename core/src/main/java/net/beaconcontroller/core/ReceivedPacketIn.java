package net.beaconcontroller.core;

import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.packet.Ethernet;

/**
 * The packet-in that a thread is processing. Each {@link ListenerThread} reuses one object. It is the only subclass
 * that a running controller loads, so that the calls of its abstract methods are monomorphic.
 */
final class ReceivedPacketIn extends PacketInContext {
    private final Ethernet frame = new Ethernet();
    private long receivedNanos;

    @Override
    public Ethernet frame() {
        return frame;
    }

    @Override
    public long receivedNanos() {
        return receivedNanos;
    }

    /** Sets when the following messages were read. */
    void setReceivedNanos(long nanos) {
        receivedNanos = nanos;
    }

    /**
     * Points this view at a packet-in and its frame.
     *
     * @throws MalformedMessageException if the message is malformed, has no ingress port, or no whole Ethernet header
     */
    void receive(byte[] bytes, int at, int length) {
        wrap(bytes, at, length);
        if (frameLength() < Ethernet.HEADER_LENGTH || inPort() == PortNumber.ANY) {
            throw incomplete();
        }
        frame.wrap(array(), frameOffset(), frameLength());
    }

    private MalformedMessageException incomplete() {
        return inPort() == PortNumber.ANY
                ? new MalformedMessageException(
                        MalformedMessageException.BAD_REQUEST,
                        MalformedMessageException.BAD_PORT,
                        "PACKET_IN without an ingress port")
                : new MalformedMessageException(
                        MalformedMessageException.BAD_REQUEST,
                        MalformedMessageException.BAD_LEN,
                        "PACKET_IN with a frame of %d bytes, needs at least %d"
                                .formatted(frameLength(), Ethernet.HEADER_LENGTH));
    }
}
