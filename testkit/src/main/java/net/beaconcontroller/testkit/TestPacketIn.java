package net.beaconcontroller.testkit;

import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.packet.Ethernet;

/** A view of a packet-in that a test has made. */
final class TestPacketIn extends PacketInContext {
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

    void setReceivedNanos(long nanos) {
        receivedNanos = nanos;
    }

    /** Shows the message that begins at an index. */
    void show(byte[] messages, int at) {
        wrap(messages, at, Header.length(messages, at));
        frame.wrap(array(), frameOffset(), frameLength());
    }
}
