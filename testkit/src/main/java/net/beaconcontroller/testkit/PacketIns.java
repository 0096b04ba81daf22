package net.beaconcontroller.testkit;

import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.packet.Ethernet;

/** Packet-ins for tests. They remain valid. */
public final class PacketIns {
    private PacketIns() {}

    /**
     * Returns a packet-in with a whole frame that matched no flow and is not buffered.
     *
     * @param inPort the ingress port
     * @param frame at least 14 bytes
     */
    public static PacketInContext of(long inPort, Bytes frame) {
        return of(PacketIn.of(inPort, PacketIn.NO_BUFFER, frame), System.nanoTime());
    }

    /**
     * Returns a packet-in with a whole frame that matched no flow and is buffered by the switch.
     *
     * @param inPort the ingress port
     * @param bufferId the buffer, 0 to 2<sup>32</sup> - 2
     * @param frame at least 14 bytes
     */
    public static PacketInContext buffered(long inPort, long bufferId, Bytes frame) {
        return of(PacketIn.of(inPort, bufferId, frame), System.nanoTime());
    }

    /**
     * Returns a packet-in.
     *
     * @param receivedNanos when it was received, as {@link System#nanoTime}
     * @throws IllegalArgumentException if its frame has no whole Ethernet header
     */
    public static PacketInContext of(PacketIn in, long receivedNanos) {
        requireHeader(in);
        var view = new TestPacketIn();
        view.show(Messages.encode(in, Version.OF13, 1), 0, receivedNanos);
        return view;
    }

    /**
     * Returns packet-ins that were read together.
     *
     * @param receivedNanos when they were received, as {@link System#nanoTime}
     * @param packetIns 1 to {@link PacketInBatch#CAPACITY}
     * @throws IllegalArgumentException if there are none or too many, or a frame has no whole Ethernet header
     */
    public static TestPacketInBatch batch(long receivedNanos, PacketIn... packetIns) {
        if (packetIns.length == 0 || packetIns.length > PacketInBatch.CAPACITY) {
            throw new IllegalArgumentException(
                    "%d packet-ins, needs 1 to %d".formatted(packetIns.length, PacketInBatch.CAPACITY));
        }
        for (PacketIn in : packetIns) {
            requireHeader(in);
        }
        return new TestPacketInBatch(receivedNanos, packetIns);
    }

    private static void requireHeader(PacketIn in) {
        if (in.data().length() < Ethernet.HEADER_LENGTH) {
            throw new IllegalArgumentException(
                    "a frame of %d bytes, needs at least %d".formatted(in.data().length(), Ethernet.HEADER_LENGTH));
        }
    }
}
