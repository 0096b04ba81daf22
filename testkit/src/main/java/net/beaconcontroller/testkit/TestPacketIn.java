package net.beaconcontroller.testkit;

import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.openflow.Header;

/** A view of a packet-in that a test has made. */
final class TestPacketIn extends PacketInContext {
    /** Shows the message that begins at an index, and was received at a time. */
    void show(byte[] messages, int at, long receivedNanos) {
        setReceivedNanos(receivedNanos);
        wrap(messages, at, Header.length(messages, at));
        wrapFrame();
    }
}
