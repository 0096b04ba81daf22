package net.beaconcontroller.cli.decode;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.packet.Ipv6;
import net.beaconcontroller.packet.Transport;
import org.jspecify.annotations.Nullable;

/** Finds the TCP segment of a packet. Link types and headers: https://www.tcpdump.org/linktypes.html */
final class TcpSegmentReader {
    private static final int LOOPBACK_HEADER = 4;
    private static final int LINUX_TYPE = 14;
    private static final int LINUX_HEADER = 16;
    private static final int LINUX2_HEADER = 20;
    private static final int TYPE_LENGTH = 2;

    private static final int SEQUENCE = 4;
    private static final int DATA_OFFSET = 12;
    private static final int FLAGS = 13;
    private static final int SYN = 2;
    private static final int MIN_HEADER = 20;

    private static final int IPV6_LENGTH_BEFORE_SOURCE = 4;
    private static final int IPV6_ADDRESSES = 32;

    private final Ethernet ethernet = new Ethernet();
    private final Set<Integer> unknownLinks = new HashSet<>();
    private final Decoder decoder;

    TcpSegmentReader(Decoder decoder) {
        this.decoder = decoder;
    }

    /** Returns the TCP segment; null if there is none. Reports each unknown link type once. */
    @Nullable
    TcpSegment read(PcapReader packet) {
        if (!wrap(packet)) {
            return null;
        }
        Ipv4 ipv4 = ethernet.ipv4();
        if (ipv4 != null) {
            return read(packet, ipv4);
        }
        Ipv6 ipv6 = ethernet.ipv6();
        return ipv6 == null ? null : read(packet, ipv6);
    }

    private boolean wrap(PcapReader packet) {
        return switch (packet.linkType()) {
            case 1 -> wrap(packet, Ethernet.HEADER_LENGTH, typeAt(packet, Ethernet.HEADER_LENGTH - TYPE_LENGTH));
            case 113 -> wrap(packet, LINUX_HEADER, typeAt(packet, LINUX_TYPE));
            case 276 -> wrap(packet, LINUX2_HEADER, typeAt(packet, 0));
            case 0, 108 -> wrap(packet, LOOPBACK_HEADER, typeOfIp(packet, LOOPBACK_HEADER));
            case 12, 14, 101, 228, 229 -> wrap(packet, 0, typeOfIp(packet, 0));
            default -> {
                if (unknownLinks.add(packet.linkType())) {
                    String message = "packets of link type " + packet.linkType()
                            + ", known are 0 (loopback), 1 (Ethernet), 101 (IP), 113 and 276 (Linux cooked)";
                    decoder.error(null, DecodeError.of("pcap", packet.position(), message));
                }
                yield false;
            }
        };
    }

    private static int typeAt(PcapReader packet, int index) {
        return Short.toUnsignedInt(ByteBuffer.wrap(packet.array()).getShort(packet.offset() + index));
    }

    private static int typeOfIp(PcapReader packet, int index) {
        boolean isIpv6 = Byte.toUnsignedInt(packet.array()[packet.offset() + index]) >> 4 == 6;
        return isIpv6 ? Ethernet.TYPE_IPV6 : Ethernet.TYPE_IPV4;
    }

    /** Writes an Ethernet header before the payload, where the link has another header. */
    private boolean wrap(PcapReader packet, int headerLength, int type) {
        if (packet.length() <= headerLength) {
            return false;
        }
        int payload = packet.offset() + headerLength;
        ByteBuffer.wrap(packet.array()).putShort(payload - TYPE_LENGTH, (short) type);
        ethernet.wrap(
                packet.array(),
                payload - Ethernet.HEADER_LENGTH,
                packet.length() - headerLength + Ethernet.HEADER_LENGTH);
        return true;
    }

    private static @Nullable TcpSegment read(PcapReader packet, Ipv4 ip) {
        Transport tcp = ip.tcp();
        return tcp == null
                ? null
                : read(
                        packet,
                        new TcpEndpoint(false, 0, ip.source(), tcp.sourcePort()),
                        new TcpEndpoint(false, 0, ip.destination(), tcp.destinationPort()),
                        ip.payloadOffset(),
                        ip.payloadOffset() + ip.payloadLength());
    }

    private @Nullable TcpSegment read(PcapReader packet, Ipv6 ip) {
        Transport tcp = ip.tcp();
        if (tcp == null) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.wrap(packet.array());
        int source = ip.sourceOffset();
        int destination = ip.destinationOffset();
        int start = source + IPV6_ADDRESSES;
        int length = Short.toUnsignedInt(bytes.getShort(source - IPV6_LENGTH_BEFORE_SOURCE));
        return read(
                packet,
                new TcpEndpoint(true, bytes.getLong(source), bytes.getLong(source + 8), tcp.sourcePort()),
                new TcpEndpoint(
                        true, bytes.getLong(destination), bytes.getLong(destination + 8), tcp.destinationPort()),
                start,
                Math.min(start + length, ethernet.payloadOffset() + ethernet.payloadLength()));
    }

    private static @Nullable TcpSegment read(
            PcapReader packet, TcpEndpoint source, TcpEndpoint destination, int start, int end) {
        if (end - start < MIN_HEADER) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.wrap(packet.array());
        int data = start + (bytes.get(start + DATA_OFFSET) >> 4 & 0xf) * 4;
        if (data < start + MIN_HEADER || data > end) {
            return null;
        }
        boolean begins = (bytes.get(start + FLAGS) & SYN) != 0;
        // SYN occupies one sequence number.
        int sequence = bytes.getInt(start + SEQUENCE) + (begins ? 1 : 0);
        return new TcpSegment(packet.time(), source, destination, sequence, begins, bytes.slice(data, end - data));
    }
}
