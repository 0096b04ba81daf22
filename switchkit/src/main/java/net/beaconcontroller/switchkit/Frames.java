package net.beaconcontroller.switchkit;

import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.packet.FrameBuilder;

/**
 * Ethernet frames of the minimum length. The IPv4 address of a host is 10.0.0.x, where x is the last byte of its MAC
 * address.
 */
public final class Frames {
    private static final int UDP_PAYLOAD_LENGTH = 14;

    private Frames() {}

    /** Returns a UDP datagram. */
    public static Bytes udp(long destination, long source, int sourcePort, int destinationPort) {
        return taggedUdp(VlanId.NONE, destination, source, sourcePort, destinationPort);
    }

    /** Returns a UDP datagram in a VLAN. */
    public static Bytes taggedUdp(int vlan, long destination, long source, int sourcePort, int destinationPort) {
        return Bytes.of(FrameBuilder.ethernet(destination, source)
                .vlan(vlan)
                .ipv4(address(source), address(destination))
                .udp(sourcePort, destinationPort)
                .zeros(UDP_PAYLOAD_LENGTH)
                .build());
    }

    /** Returns a broadcast ARP request for the MAC address of 10.0.0.{@code target}. */
    public static Bytes arpRequest(long source, int target) {
        return Bytes.of(FrameBuilder.ethernet(MacAddress.BROADCAST, source)
                .arpRequest(address(source), address(target))
                .build());
    }

    private static long address(long mac) {
        return 0x0a00_0000L | (mac & 0xff);
    }
}
