package net.beaconcontroller.probe;

import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.packet.FrameBuilder;

/**
 * A host at a port of a {@link ProbeSwitch}.
 *
 * @param port the number of the port
 * @param mac the Ethernet address, in the low 48 bits
 * @param ip the IPv4 address, in the low 32 bits
 */
public record Host(int port, long mac, long ip) {
    private static final int SOURCE_PORT = 40_000;
    private static final int DESTINATION_PORT = 9;

    /** Returns the frame of a UDP datagram whose payload begins with this number, which identifies it. */
    public byte[] udpTo(Host destination, long number) {
        byte[] payload = new byte[Long.BYTES];
        for (int i = 0; i < Long.BYTES; i++) {
            payload[i] = (byte) (number >>> (8 * (Long.BYTES - 1 - i)));
        }
        return FrameBuilder.ethernet(destination.mac, mac)
                .ipv4(ip, destination.ip)
                .udp(SOURCE_PORT, DESTINATION_PORT)
                .payload(payload)
                .zeros(10)
                .build();
    }

    /** Returns the frame of a broadcast ARP request. */
    public byte[] arpRequest(Host target) {
        return FrameBuilder.ethernet(MacAddress.BROADCAST, mac)
                .arpRequest(ip, target.ip)
                .build();
    }

    /** Returns the frame of a gratuitous ARP request, which announces the host. */
    public byte[] announcement() {
        return arpRequest(this);
    }
}
