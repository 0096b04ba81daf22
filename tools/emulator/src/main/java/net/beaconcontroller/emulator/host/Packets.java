package net.beaconcontroller.emulator.host;

import java.nio.ByteBuffer;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.common.VlanId;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.packet.Transport;

/** Makes the packets that emulated hosts send, with their checksums, and checks those of packets that came. */
public final class Packets {
    static final int ECHO_REPLY = 0;
    static final int ECHO_REQUEST = 8;

    static final int TAG_LENGTH = 4;

    /** Before what an echo message carries, RFC 792; and before a datagram's payload, RFC 768. */
    static final int ICMP_HEADER = 8;

    static final int UDP_HEADER = 8;

    /** The address of those that have none yet. */
    public static final long NO_ADDRESS = 0;

    static final long BROADCAST_ADDRESS = 0xffff_ffffL;

    private static final int TCP_CHECKSUM = 16;
    private static final int IPV4_HEADER = 20;
    private static final int MIN_FRAME = 60;
    private static final int TIME_TO_LIVE = 64;
    private static final long MULTICAST_MAC = 0x0100_5e00_0000L;

    private Packets() {}

    /** A frame with what is behind its type, as long as Ethernet wants it at least; without its check sequence. */
    static byte[] frame(long destination, long source, int vlan, int type, byte[] payload) {
        int header = Ethernet.HEADER_LENGTH + (vlan == VlanId.NONE ? 0 : TAG_LENGTH);
        byte[] array = new byte[Math.max(MIN_FRAME, header + payload.length)];
        ByteBuffer frame = ByteBuffer.wrap(array);
        putMac(frame, destination);
        putMac(frame, source);
        if (vlan != VlanId.NONE) {
            frame.putShort((short) Ethernet.TYPE_VLAN).putShort((short) vlan);
        }
        frame.putShort((short) type).put(payload);
        return array;
    }

    static byte[] arp(int operation, long senderMac, long senderIp, long targetMac, long targetIp) {
        ByteBuffer arp = ByteBuffer.allocate(28);
        arp.putShort((short) 1)
                .putShort((short) Ethernet.TYPE_IPV4)
                .put((byte) 6)
                .put((byte) 4);
        arp.putShort((short) operation);
        putMac(arp, senderMac);
        arp.putInt((int) senderIp);
        putMac(arp, targetMac);
        arp.putInt((int) targetIp);
        return arp.array();
    }

    static byte[] echo(long source, long destination, int type, ByteBuffer rest) {
        byte[] array = new byte[IPV4_HEADER + 4 + rest.remaining()];
        ByteBuffer packet = behindHeader(array, source, destination, Icmp.V4);
        packet.put((byte) type).put((byte) 0).putShort((short) 0).put(rest);
        putChecksum(array, IPV4_HEADER + 2, sum(array, IPV4_HEADER, array.length - IPV4_HEADER));
        return array;
    }

    static byte[] udp(long source, int sourcePort, long destination, int destinationPort, byte[] payload) {
        int length = UDP_HEADER + payload.length;
        byte[] array = new byte[IPV4_HEADER + length];
        ByteBuffer packet = behindHeader(array, source, destination, Transport.UDP);
        packet.putShort((short) sourcePort).putShort((short) destinationPort);
        packet.putShort((short) length).putShort((short) 0).put(payload);
        putChecksum(array, IPV4_HEADER + 6, transportSum(array, 0, IPV4_HEADER, length, Transport.UDP));
        return array;
    }

    /** A segment that carries zeros, and the id. */
    static byte[] tcp(TcpSegment segment, long id) {
        int length = TcpSegment.HEADER + TcpSegment.OPTIONS + segment.length();
        byte[] array = new byte[IPV4_HEADER + length];
        segment.write(behindHeader(array, segment.source(), segment.destination(), Transport.TCP), id);
        putChecksum(array, IPV4_HEADER + TCP_CHECKSUM, transportSum(array, 0, IPV4_HEADER, length, Transport.TCP));
        return array;
    }

    /** Writes the header of a packet that fills the array, and returns what is behind it. */
    private static ByteBuffer behindHeader(byte[] array, long source, long destination, int protocol) {
        ByteBuffer packet = ByteBuffer.wrap(array);
        packet.putShort((short) 0x4500).putShort((short) array.length).putInt(0);
        packet.put((byte) TIME_TO_LIVE).put((byte) protocol).putShort((short) 0);
        packet.putInt((int) source).putInt((int) destination);
        putChecksum(array, 10, sum(array, 0, IPV4_HEADER));
        return packet;
    }

    /** Whether the checksums of the header and of what it carries, ICMP, TCP or UDP, are right, and all of it is there. */
    static boolean isIntact(Ipv4 packet) {
        byte[] array = packet.array();
        int payload = packet.payloadOffset();
        int start = payload - packet.headerLength();
        int length = packet.payloadLength();
        if (packet.headerLength() + length != packet.totalLength()
                || checksum(sum(array, start, packet.headerLength())) != 0) {
            return false;
        }
        return switch (packet.protocol()) {
            case Icmp.V4 -> length >= ICMP_HEADER && checksum(sum(array, payload, length)) == 0;
            case Transport.TCP ->
                length >= TcpSegment.HEADER
                        && checksum(transportSum(array, start, payload, length, Transport.TCP)) == 0;
            case Transport.UDP -> isIntactUdp(array, start, payload, length);
            default -> true;
        };
    }

    /** A checksum of 0 says that there is none, RFC 768. */
    private static boolean isIntactUdp(byte[] array, int start, int payload, int length) {
        if (length < UDP_HEADER || get16(array, payload + 4) != length) {
            return false;
        }
        return get16(array, payload + 6) == 0
                || checksum(transportSum(array, start, payload, length, Transport.UDP)) == 0;
    }

    /** Whether the packet is for everybody. */
    static boolean isBroadcast(long address) {
        return address == BROADCAST_ADDRESS || address == NetworkSpecBuilder.BROADCAST_ADDRESS;
    }

    /** The Ethernet address of a group, RFC 1112 section 6.4; 0 for an address that belongs to one host. */
    static long groupMac(long address) {
        if (isBroadcast(address)) {
            return MacAddress.BROADCAST;
        }
        return address >>> 28 == 0xe ? MULTICAST_MAC | (address & 0x7f_ffff) : 0;
    }

    private static int get16(byte[] array, int at) {
        return Byte.toUnsignedInt(array[at]) << 8 | Byte.toUnsignedInt(array[at + 1]);
    }

    private static void putMac(ByteBuffer buffer, long mac) {
        buffer.putShort((short) (mac >>> 32)).putInt((int) mac);
    }

    /** The pseudo header's fields, RFC 768 and RFC 9293 section 3.1, and the datagram or segment. */
    private static long transportSum(byte[] array, int start, int payload, int length, int protocol) {
        return sum(array, start + 12, 8) + protocol + length + sum(array, payload, length);
    }

    private static long sum(byte[] array, int from, int length) {
        long sum = 0;
        for (int i = 0; i + 1 < length; i += 2) {
            sum += get16(array, from + i);
        }
        return length % 2 == 0 ? sum : sum + (Byte.toUnsignedLong(array[from + length - 1]) << 8);
    }

    /** The Internet checksum, RFC 1071, of words that were added up. */
    private static int checksum(long sum) {
        long folded = sum;
        while (folded >>> 16 != 0) {
            folded = (folded & 0xffff) + (folded >>> 16);
        }
        return (int) ~folded & 0xffff;
    }

    private static void putChecksum(byte[] array, int at, long sum) {
        int checksum = checksum(sum);
        array[at] = (byte) (checksum >> 8);
        array[at + 1] = (byte) checksum;
    }
}
