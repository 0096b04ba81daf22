package net.beaconcontroller.packet;

import static net.beaconcontroller.net.ByteAccess.putInt;
import static net.beaconcontroller.net.ByteAccess.putShort;

import java.util.Arrays;
import net.beaconcontroller.net.InternetChecksum;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.VlanId;

/**
 * A writer of one Ethernet frame, header by header from the outermost to the payload:
 *
 * <pre>{@code
 * byte[] request = FrameBuilder.ethernet(MacAddress.BROADCAST, mac).arpRequest(ip, target).build();
 * byte[] datagram = FrameBuilder.ethernet(destinationMac, mac).vlan(5)
 *         .ipv4(ip, destination)
 *         .udp(sourcePort, destinationPort)
 *         .payload(data)
 *         .build();
 * }</pre>
 *
 * {@link #build} fills in lengths and checksums and pads the frame. MAC addresses are the low 48 bits of a {@code
 * long}, IPv4 addresses the low 32 bits; of other numbers, the low bits that the field has room for are written. For
 * use by one thread.
 */
public final class FrameBuilder {
    /** The minimum length of a frame without its frame check sequence, in bytes: IEEE 802.3 section 4.4.2. */
    private static final int MIN_LENGTH = 60;

    private static final int INITIAL_CAPACITY = 128;
    private static final int NONE = -1;

    private static final int DEFAULT_TIME_TO_LIVE = 64;
    private static final int TCP_SYN = 0x02;
    private static final int TCP_WINDOW = 0xffff;

    private static final int ND_OVERRIDE = 0x2000_0000;

    private static final int MAX_TLV_LENGTH = 511;

    private byte[] bytes = new byte[INITIAL_CAPACITY];
    private int length;

    private boolean isLldp;
    private boolean isIpv6;
    private int ip = NONE;
    private int transport = NONE;
    private int protocol;

    private FrameBuilder() {}

    /** Starts a frame without a VLAN tag. */
    public static FrameBuilder ethernet(long destination, long source) {
        return new FrameBuilder().appendMac(destination).appendMac(source);
    }

    /** Appends an 802.1Q tag of priority 0; nothing for {@link VlanId#NONE}. */
    public FrameBuilder vlan(int id) {
        return id == VlanId.NONE ? this : type(Ethernet.TYPE_VLAN).appendShort(id);
    }

    /** Appends the Ethernet type. The methods for ARP, LLDP and IP do so themselves. */
    public FrameBuilder type(int etherType) {
        return appendShort(etherType);
    }

    /** Appends an ARP packet about IPv4 addresses on Ethernet, RFC 826. */
    public FrameBuilder arp(int operation, long senderMac, long senderIp, long targetMac, long targetIp) {
        return type(Ethernet.TYPE_ARP)
                .appendMac(Arp.IPV4_ON_ETHERNET)
                .appendShort(operation)
                .appendMac(senderMac)
                .appendInt(senderIp)
                .appendMac(targetMac)
                .appendInt(targetIp);
    }

    /**
     * Appends an ARP request of the frame's source.
     *
     * @param senderIp the IPv4 address of the source; 0 for an ARP probe, RFC 5227 section 1.1
     */
    public FrameBuilder arpRequest(long senderIp, long targetIp) {
        return arp(Arp.REQUEST, Ethernet.sourceOf(bytes, 0), senderIp, 0, targetIp);
    }

    /** Appends an ARP reply of the frame's source to the frame's destination. */
    public FrameBuilder arpReply(long senderIp, long targetIp) {
        return arp(Arp.REPLY, Ethernet.sourceOf(bytes, 0), senderIp, Ethernet.destinationOf(bytes, 0), targetIp);
    }

    /**
     * Appends the mandatory TLVs of an LLDP data unit, IEEE 802.1AB section 8.5. Both identifiers are locally assigned.
     */
    public FrameBuilder lldp(byte[] chassisId, byte[] portId, int timeToLiveSeconds) {
        isLldp = true;
        return type(Ethernet.TYPE_LLDP)
                .identifier(Lldp.CHASSIS_ID, chassisId)
                .identifier(Lldp.PORT_ID, portId)
                .tlvHeader(Lldp.TIME_TO_LIVE, Short.BYTES)
                .appendShort(timeToLiveSeconds);
    }

    private FrameBuilder identifier(int tlvType, byte[] id) {
        return tlvHeader(tlvType, Lldp.SUBTYPE_LENGTH + id.length)
                .appendByte(Lldp.LOCALLY_ASSIGNED)
                .payload(id);
    }

    /**
     * Appends an optional TLV of an LLDP data unit.
     *
     * @throws IllegalArgumentException if the value is longer than 511 bytes
     */
    public FrameBuilder tlv(int type, byte... value) {
        return tlvHeader(type, value.length).payload(value);
    }

    private FrameBuilder tlvHeader(int type, int valueLength) {
        if (valueLength > MAX_TLV_LENGTH) {
            throw new IllegalArgumentException(
                    "LLDP TLV with length=%d: expected at most %d".formatted(valueLength, MAX_TLV_LENGTH));
        }
        return appendShort(type << 9 | valueLength);
    }

    /** Appends an IPv4 header without options, RFC 791 section 3.1, with a time to live of 64. */
    public FrameBuilder ipv4(long source, long destination) {
        type(Ethernet.TYPE_IPV4);
        ip = length;
        append(Ipv4.MIN_LENGTH);
        bytes[ip] = 4 << 4 | Ipv4.MIN_LENGTH / Integer.BYTES;
        putInt(bytes, ip + Ipv4.SOURCE_OFFSET, (int) source);
        putInt(bytes, ip + Ipv4.DESTINATION_OFFSET, (int) destination);
        return timeToLive(DEFAULT_TIME_TO_LIVE);
    }

    /** Appends an IPv6 header, RFC 8200 section 3, with a hop limit of 64. */
    public FrameBuilder ipv6(Ipv6Address source, Ipv6Address destination) {
        type(Ethernet.TYPE_IPV6);
        ip = length;
        isIpv6 = true;
        append(Ipv6.LENGTH);
        bytes[ip] = 6 << 4;
        source.write(bytes, ip + Ipv6.SOURCE_OFFSET);
        destination.write(bytes, ip + Ipv6.DESTINATION_OFFSET);
        return timeToLive(DEFAULT_TIME_TO_LIVE);
    }

    /** Sets the time to live of the IPv4 header or the hop limit of the IPv6 header. */
    public FrameBuilder timeToLive(int hops) {
        requireIp();
        bytes[ip + (isIpv6 ? Ipv6.HOP_LIMIT_OFFSET : Ipv4.TIME_TO_LIVE_OFFSET)] = (byte) hops;
        return this;
    }

    private void requireIp() {
        if (ip == NONE) {
            throw new IllegalStateException("no IP header: call ipv4 or ipv6 first");
        }
    }

    /** Sets the protocol of the IP payload. The methods for UDP, TCP and ICMP do so themselves. */
    public FrameBuilder protocol(int number) {
        requireIp();
        protocol = number;
        transport = length;
        bytes[ip + (isIpv6 ? Ipv6.NEXT_HEADER_OFFSET : Ipv4.PROTOCOL_OFFSET)] = (byte) number;
        return this;
    }

    /** Appends a UDP header, RFC 768. */
    public FrameBuilder udp(int sourcePort, int destinationPort) {
        return protocol(Transport.UDP)
                .appendShort(sourcePort)
                .appendShort(destinationPort)
                .zeros(2 * Short.BYTES);
    }

    /** Appends the TCP header of a segment that opens a connection: SYN, with the sequence number 0. */
    public FrameBuilder tcp(int sourcePort, int destinationPort) {
        return tcp(sourcePort, destinationPort, 0, 0, TCP_SYN);
    }

    /**
     * Appends a TCP header, RFC 9293 section 3.1, with a window of 65535.
     *
     * @param sequence a 32-bit number
     * @param acknowledgment a 32-bit number
     * @param flags the control bits, FIN the lowest
     * @param options a multiple of four bytes, at most 40
     */
    public FrameBuilder tcp(
            int sourcePort, int destinationPort, int sequence, int acknowledgment, int flags, byte... options) {
        int words = (Transport.TCP_HEADER_LENGTH + options.length) / Integer.BYTES;
        return protocol(Transport.TCP)
                .appendShort(sourcePort)
                .appendShort(destinationPort)
                .appendInt(sequence)
                .appendInt(acknowledgment)
                .appendShort(words << 12 | flags)
                .appendShort(TCP_WINDOW)
                .zeros(2 * Short.BYTES)
                .payload(options);
    }

    /** Appends the type, the code and the checksum of an ICMP message, RFC 792, or an ICMPv6 message, RFC 4443. */
    public FrameBuilder icmp(int type, int code) {
        return protocol(isIpv6 ? Icmp.V6 : Icmp.V4)
                .appendByte(type)
                .appendByte(code)
                .zeros(Short.BYTES);
    }

    /** Appends the header of an echo request, RFC 792 or RFC 4443 section 4.1. */
    public FrameBuilder echoRequest(int identifier, int sequence) {
        return icmp(isIpv6 ? Icmp.V6_ECHO_REQUEST : Icmp.V4_ECHO_REQUEST, 0)
                .appendShort(identifier)
                .appendShort(sequence);
    }

    /** Appends the header of an echo reply, RFC 792 or RFC 4443 section 4.2. */
    public FrameBuilder echoReply(int identifier, int sequence) {
        return icmp(isIpv6 ? Icmp.V6_ECHO_REPLY : Icmp.V4_ECHO_REPLY, 0)
                .appendShort(identifier)
                .appendShort(sequence);
    }

    /**
     * Appends a router solicitation, RFC 4861 section 4.1, with the hop limit 255.
     *
     * @param sourceMac the sender's address, or {@link NeighborDiscovery#NO_MAC} for a message without the option
     */
    public FrameBuilder routerSolicitation(long sourceMac) {
        return neighborDiscovery(NeighborDiscovery.ROUTER_SOLICITATION, 0)
                .linkLayerAddress(NeighborDiscovery.SOURCE_MAC, sourceMac);
    }

    /**
     * Appends a neighbor solicitation, RFC 4861 section 4.3, with the hop limit 255.
     *
     * @param sourceMac the sender's address, or {@link NeighborDiscovery#NO_MAC} for a message without the option
     */
    public FrameBuilder neighborSolicitation(Ipv6Address target, long sourceMac) {
        return neighborDiscovery(NeighborDiscovery.NEIGHBOR_SOLICITATION, 0)
                .appendAddress(target)
                .linkLayerAddress(NeighborDiscovery.SOURCE_MAC, sourceMac);
    }

    /**
     * Appends an unsolicited neighbor advertisement, RFC 4861 sections 4.4 and 7.2.6, with the hop limit 255.
     *
     * @param targetMac the address of the target, or {@link NeighborDiscovery#NO_MAC} for a message without the option
     */
    public FrameBuilder neighborAdvertisement(Ipv6Address target, long targetMac) {
        return neighborDiscovery(NeighborDiscovery.NEIGHBOR_ADVERTISEMENT, ND_OVERRIDE)
                .appendAddress(target)
                .linkLayerAddress(NeighborDiscovery.TARGET_MAC, targetMac);
    }

    private FrameBuilder neighborDiscovery(int type, int flags) {
        return timeToLive(NeighborDiscovery.HOP_LIMIT).icmp(type, 0).appendInt(flags);
    }

    private FrameBuilder linkLayerAddress(int option, long mac) {
        return mac == NeighborDiscovery.NO_MAC
                ? this
                : appendByte(option).appendByte(1).appendMac(mac);
    }

    /** Appends bytes. */
    public FrameBuilder payload(byte... data) {
        return payload(data, 0, data.length);
    }

    /** Appends {@code dataLength} bytes of an array. */
    public FrameBuilder payload(byte[] data, int offset, int dataLength) {
        int at = append(dataLength);
        System.arraycopy(data, offset, bytes, at, dataLength);
        return this;
    }

    /** Appends bytes of zero. */
    public FrameBuilder zeros(int count) {
        append(count);
        return this;
    }

    /**
     * Returns the frame without its frame check sequence, padded with zeros to the minimum length of 60 bytes. The
     * builder must not be used afterwards.
     */
    public byte[] build() {
        if (isLldp) {
            tlvHeader(Lldp.END, 0);
        }
        if (ip != NONE) {
            putLengths();
            putChecksums();
        }
        int frameLength = Math.max(MIN_LENGTH, length);
        return bytes.length == frameLength ? bytes : Arrays.copyOf(bytes, frameLength);
    }

    private void putLengths() {
        if (isIpv6) {
            putShort(bytes, ip + Ipv6.PAYLOAD_LENGTH_OFFSET, length - ip - Ipv6.LENGTH);
        } else {
            putShort(bytes, ip + Ipv4.TOTAL_LENGTH_OFFSET, length - ip);
        }
        if (protocol == Transport.UDP) {
            putShort(bytes, transport + Transport.UDP_LENGTH, length - transport);
        }
    }

    private void putChecksums() {
        if (!isIpv6) {
            putShort(bytes, ip + Ipv4.CHECKSUM_OFFSET, InternetChecksum.of(bytes, ip, Ipv4.MIN_LENGTH));
        }
        int offset = TransportChecksum.offset(protocol);
        if (offset != TransportChecksum.NONE) {
            int checksum = TransportChecksum.compute(bytes, ip, protocol, transport, length - transport);
            boolean isUdpZero = protocol == Transport.UDP && checksum == 0;
            putShort(bytes, transport + offset, isUdpZero ? 0xffff : checksum);
        }
    }

    private FrameBuilder appendByte(int value) {
        return appendNumber(value, Byte.BYTES);
    }

    private FrameBuilder appendShort(int value) {
        return appendNumber(value, Short.BYTES);
    }

    private FrameBuilder appendInt(long value) {
        return appendNumber(value, Integer.BYTES);
    }

    private FrameBuilder appendMac(long mac) {
        return appendNumber(mac, MacAddress.LENGTH);
    }

    private FrameBuilder appendAddress(Ipv6Address address) {
        return appendNumber(address.high(), Long.BYTES).appendNumber(address.low(), Long.BYTES);
    }

    /** Appends the low bytes of a number in network byte order. */
    private FrameBuilder appendNumber(long value, int count) {
        int at = append(count);
        for (int i = 0; i < count; i++) {
            bytes[at + i] = (byte) (value >>> (Byte.SIZE * (count - 1 - i)));
        }
        return this;
    }

    /** Returns the offset of as many more bytes, which are zeros. */
    private int append(int count) {
        int at = length;
        length += count;
        if (length > bytes.length) {
            bytes = Arrays.copyOf(bytes, length);
        }
        return at;
    }
}
