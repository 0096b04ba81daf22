package net.beaconcontroller.probe;

import java.util.Optional;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
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

    /** Returns the frame of an ARP reply that tells another host the address of this one. */
    public byte[] arpReply(Host asking) {
        return FrameBuilder.ethernet(asking.mac, mac).arpReply(ip, asking.ip).build();
    }

    /** Returns the frame with which the host answers one that it receives: the reply to an ARP request for it. */
    public Optional<byte[]> answerTo(byte[] frame) {
        if (frame.length < Ethernet.HEADER_LENGTH) {
            return Optional.empty();
        }
        var ethernet = new Ethernet();
        ethernet.wrap(frame, 0, frame.length);
        Arp arp = ethernet.arp();
        boolean isForHost = ethernet.destination() == mac || ethernet.destination() == MacAddress.BROADCAST;
        return isForHost && arp != null && arp.operation() == Arp.REQUEST && arp.targetIp() == ip
                ? Optional.of(arpReply(new Host(port, arp.senderMac(), arp.senderIp())))
                : Optional.empty();
    }

    /** Returns the frame of a gratuitous ARP request, which announces the host. */
    public byte[] announcement() {
        return arpRequest(this);
    }
}
