package net.beaconcontroller.devices;

import java.util.HexFormat;
import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Dhcp;
import net.beaconcontroller.packet.DhcpBuilder;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.packet.NeighborDiscovery;

/** ARP, Neighbor Discovery and DHCP frames of hosts. */
final class HostFrames {
    /** Stands for a Neighbor Discovery message without a link-layer address option. */
    static final long NO_MAC = NeighborDiscovery.NO_MAC;

    private static final Ipv6Address ALL_NODES = Ipv6Address.parse("ff02::1");
    private static final long ALL_NODES_MAC = 0x3333_0000_0001L;

    private HostFrames() {}

    /** Encodes an ARP announcement, RFC 5227 section 3. */
    static Bytes announcement(long mac, long ip) {
        return arp(VlanId.NONE, mac, Arp.REQUEST, mac, ip, ip);
    }

    static Bytes arp(int vlan, long source, int operation, long senderMac, long senderIp, long targetIp) {
        return Bytes.of(FrameBuilder.ethernet(MacAddress.BROADCAST, source)
                .vlan(vlan)
                .arp(operation, senderMac, senderIp, 0, targetIp)
                .build());
    }

    /**
     * Encodes a Neighbor Discovery message, which may be malformed.
     *
     * @param source 16 bytes in hexadecimal
     * @param target 16 bytes in hexadecimal; empty for a message without a target
     */
    static Bytes neighborDiscovery(long mac, int type, int hopLimit, String source, String target, long linkAddress) {
        FrameBuilder frame = FrameBuilder.ethernet(ALL_NODES_MAC, mac)
                .ipv6(Ipv6Address.read(HexFormat.of().parseHex(source), 0), ALL_NODES)
                .timeToLive(hopLimit)
                .icmp(type, 0)
                .zeros(Integer.BYTES)
                .payload(HexFormat.of().parseHex(target));
        if (linkAddress != NO_MAC) {
            int option = type == NeighborDiscovery.NEIGHBOR_ADVERTISEMENT ? 2 : 1;
            frame.payload((byte) option, (byte) 1)
                    .payload(Bytes.ofLong(linkAddress, MacAddress.LENGTH).toArray());
        }
        return Bytes.of(frame.build());
    }

    static Bytes advertisement(long mac, String address) {
        return neighborDiscovery(mac, NeighborDiscovery.NEIGHBOR_ADVERTISEMENT, 255, address, address, mac);
    }

    /** Encodes a DHCPREQUEST. */
    static Bytes dhcpRequest(long source, long client, int transactionId) {
        return dhcp(source, Dhcp.CLIENT_PORT, Dhcp.SERVER_PORT, new DhcpBuilder(Dhcp.REQUEST, transactionId, client));
    }

    /** Encodes a DHCPACK. */
    static Bytes dhcpAck(long source, long client, int transactionId, long address, int leaseSeconds) {
        var message = new DhcpBuilder(Dhcp.ACK, transactionId, client)
                .yourAddress(address)
                .leaseSeconds(leaseSeconds);
        return dhcp(source, Dhcp.SERVER_PORT, Dhcp.CLIENT_PORT, message);
    }

    private static Bytes dhcp(long source, int sourcePort, int destinationPort, DhcpBuilder message) {
        return Bytes.of(FrameBuilder.ethernet(MacAddress.BROADCAST, source)
                .ipv4(0, Ipv4Address.BROADCAST)
                .udp(sourcePort, destinationPort)
                .payload(message.build())
                .build());
    }
}
