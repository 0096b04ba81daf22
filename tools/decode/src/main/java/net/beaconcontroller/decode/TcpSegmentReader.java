package net.beaconcontroller.decode;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import net.beaconcontroller.decode.PcapReader.Packet;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.packet.Ipv6;
import net.beaconcontroller.packet.Transport;
import org.jspecify.annotations.Nullable;

/** Finds the TCP segment of a packet. Link types and headers: https://www.tcpdump.org/linktypes.html */
final class TcpSegmentReader {
    private static final int TYPE_LENGTH = 2;

    /** The index of an EtherType that the link does not have; the version of IP determines it. */
    private static final int NO_TYPE = -1;

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
    TcpSegment read(Packet packet) {
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

    private boolean wrap(Packet packet) {
        return switch (packet.linkType()) {
            // Ethernet.
            case 1 -> wrap(packet.data(), Ethernet.HEADER_LENGTH, Ethernet.HEADER_LENGTH - TYPE_LENGTH);
            // Linux cooked capture, versions 1 and 2.
            case 113 -> wrap(packet.data(), 16, 14);
            case 276 -> wrap(packet.data(), 20, 0);
            // Loopback: the address family of the system.
            case 0, 108 -> wrap(packet.data(), 4, NO_TYPE);
            // IP without a header of the link.
            case 12, 14, 101, 228, 229 -> wrap(packet.data(), 0, NO_TYPE);
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

    /**
     * Writes an Ethernet header before the payload, where the link has another header.
     *
     * @param typeIndex the index of the EtherType in the header of the link, or {@link #NO_TYPE}
     */
    private boolean wrap(ByteBuffer data, int headerLength, int typeIndex) {
        if (data.remaining() <= headerLength) {
            return false;
        }
        int payload = data.position() + headerLength;
        int type = typeIndex == NO_TYPE ? typeOfIp(data.get(payload)) : data.getShort(data.position() + typeIndex);
        data.putShort(payload - TYPE_LENGTH, (short) type);
        int start = payload - Ethernet.HEADER_LENGTH;
        ethernet.wrap(data.array(), data.arrayOffset() + start, data.limit() - start);
        return true;
    }

    /** Returns the EtherType for the first byte of an IP packet. */
    private static int typeOfIp(byte first) {
        return first >> 4 == 6 ? Ethernet.TYPE_IPV6 : Ethernet.TYPE_IPV4;
    }

    private static @Nullable TcpSegment read(Packet packet, Ipv4 ip) {
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

    private @Nullable TcpSegment read(Packet packet, Ipv6 ip) {
        Transport tcp = ip.tcp();
        if (tcp == null) {
            return null;
        }
        ByteBuffer bytes = packet.data();
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
            Packet packet, TcpEndpoint source, TcpEndpoint destination, int start, int end) {
        if (end - start < MIN_HEADER) {
            return null;
        }
        ByteBuffer bytes = packet.data();
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
