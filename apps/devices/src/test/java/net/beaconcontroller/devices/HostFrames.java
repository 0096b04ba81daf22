package net.beaconcontroller.devices;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.function.Consumer;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.common.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.NeighborDiscovery;

/** ARP, Neighbor Discovery and DHCP frames of hosts. */
final class HostFrames {
    /** Stands for a Neighbor Discovery message without a link-layer address option. */
    static final long NO_MAC = NeighborDiscovery.NO_MAC;

    private static final int MAX_FRAME = 400;
    private static final int MIN_FRAME = 60;

    private HostFrames() {}

    private static Bytes frame(int vlan, long destination, long source, int type, Consumer<ByteBuffer> rest) {
        byte[] array = new byte[MAX_FRAME];
        ByteBuffer frame = ByteBuffer.wrap(array);
        putMac(frame, destination);
        putMac(frame, source);
        if (vlan != VlanId.NONE) {
            frame.putShort((short) Ethernet.TYPE_VLAN).putShort((short) vlan);
        }
        frame.putShort((short) type);
        rest.accept(frame);
        return Bytes.of(array, 0, Math.max(MIN_FRAME, frame.position()));
    }

    private static void putMac(ByteBuffer frame, long mac) {
        frame.putShort((short) (mac >>> 32)).putInt((int) mac);
    }

    /** Encodes an ARP announcement, RFC 5227 section 3. */
    static Bytes announcement(long mac, long ip) {
        return arp(VlanId.NONE, mac, Arp.REQUEST, mac, ip, ip);
    }

    static Bytes arp(int vlan, long source, int operation, long senderMac, long senderIp, long targetIp) {
        return frame(vlan, MacAddress.BROADCAST, source, Ethernet.TYPE_ARP, frame -> {
            frame.putShort((short) 1).putShort((short) Ethernet.TYPE_IPV4);
            frame.put((byte) 6).put((byte) 4).putShort((short) operation);
            putMac(frame, senderMac);
            frame.putInt((int) senderIp);
            putMac(frame, 0);
            frame.putInt((int) targetIp);
        });
    }

    /** Encodes a Neighbor Discovery message. The target is empty for a Router Solicitation. */
    static Bytes neighborDiscovery(long mac, int type, int hopLimit, String source, String target, long linkAddress) {
        int length = 8 + target.length() / 2 + (linkAddress == NO_MAC ? 0 : 8);
        return frame(VlanId.NONE, 0x3333_0000_0001L, mac, Ethernet.TYPE_IPV6, frame -> {
            frame.putInt(6 << 28).putShort((short) length).put((byte) 58).put((byte) hopLimit);
            frame.put(HexFormat.of().parseHex(source)).putLong(0xff02L << 48).putLong(1);
            frame.put((byte) type).put((byte) 0).putShort((short) 0).putInt(0);
            frame.put(HexFormat.of().parseHex(target));
            if (linkAddress != NO_MAC) {
                frame.put((byte) (type == NeighborDiscovery.NEIGHBOR_ADVERTISEMENT ? 2 : 1));
                frame.put((byte) 1);
                putMac(frame, linkAddress);
            }
        });
    }

    static Bytes advertisement(long mac, String address) {
        return neighborDiscovery(mac, NeighborDiscovery.NEIGHBOR_ADVERTISEMENT, 255, address, address, mac);
    }

    /** Encodes a DHCPREQUEST. */
    static Bytes dhcpRequest(long source, long client, int transaction) {
        return dhcp(source, 68, 67, 1, 3, client, transaction, 0, 0);
    }

    /** Encodes a DHCPACK. */
    static Bytes dhcpAck(long source, long client, int transaction, long address, int leaseSeconds) {
        return dhcp(source, 67, 68, 2, 5, client, transaction, address, leaseSeconds);
    }

    private static Bytes dhcp(
            long source, int from, int to, int op, int type, long client, int transaction, long address, int seconds) {
        int options = 10;
        int udpLength = 8 + 240 + options;
        return frame(VlanId.NONE, MacAddress.BROADCAST, source, Ethernet.TYPE_IPV4, frame -> {
            frame.putShort((short) 0x4500).putShort((short) (20 + udpLength)).putInt(0);
            frame.put((byte) 64).put((byte) 17).putShort((short) 0).putInt(0).putInt(-1);
            frame.putShort((short) from)
                    .putShort((short) to)
                    .putShort((short) udpLength)
                    .putShort((short) 0);
            frame.put((byte) op).put((byte) 1).put((byte) 6).put((byte) 0).putInt(transaction);
            frame.putInt(0).putInt(0).putInt((int) address).putInt(0).putInt(0);
            putMac(frame, client);
            frame.position(frame.position() + 10 + 64 + 128);
            frame.putInt(0x6382_5363);
            frame.put((byte) 53).put((byte) 1).put((byte) type);
            frame.put((byte) 51).put((byte) 4).putInt(seconds).put((byte) 255);
        });
    }
}
