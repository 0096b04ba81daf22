package net.beaconcontroller.packet;

import static net.beaconcontroller.net.ByteAccess.getInt;
import static net.beaconcontroller.net.ByteAccess.getLong;
import static net.beaconcontroller.net.ByteAccess.getUnsignedShort;

import net.beaconcontroller.net.InternetChecksum;
import org.jspecify.annotations.Nullable;

/**
 * A view of an IPv4 packet, RFC 791 section 3.1; the second byte is divided as in RFC 2474 section 3 and RFC 3168
 * section 5.
 *
 * <pre>
 *  0                    1              2              4    6                   8     9
 *  | version:4 length:4 | dscp:6 ecn:2 | total length | id | flags:3 offset:13 | ttl | protocol |
 *
 *  10         12       16            20
 *  | checksum | source | destination | options ... | payload ...
 * </pre>
 */
public final class Ipv4 {
    public static final int TIME_TO_LIVE_OFFSET = 8;
    public static final int CHECKSUM_OFFSET = 10;
    public static final int SOURCE_OFFSET = 12;
    public static final int DESTINATION_OFFSET = 16;

    /** The length of a header without options, in bytes. */
    public static final int MIN_LENGTH = 20;

    static final int TOTAL_LENGTH_OFFSET = 2;
    static final int PROTOCOL_OFFSET = 9;

    private static final int IDENTIFICATION_OFFSET = 4;

    private static final long MORE_FRAGMENTS = 0x2000L << 32;
    private static final long FRAGMENT_OFFSET = 0x1fffL << 32;

    private final Transport transport = new Transport();
    private final Icmp icmp = new Icmp();
    private final Dhcp dhcp = new Dhcp();

    private byte[] array = {};
    private int start;
    private int payloadOffset;
    private int end;
    private int firstFour;
    private long nextEight;
    private long addresses;

    Ipv4() {}

    boolean wrap(byte[] newArray, int newStart, int newEnd) {
        int length = newEnd - newStart;
        if (length < MIN_LENGTH) {
            return false;
        }
        int head = getInt(newArray, newStart);
        int headerLength = head >>> 22 & 0x3c;
        int usedLength = Math.min(length, head & 0xffff);
        if (head >>> 28 != 4 || headerLength < MIN_LENGTH || headerLength > usedLength) {
            return false;
        }
        if (array != newArray) {
            array = newArray;
        }
        start = newStart;
        payloadOffset = newStart + headerLength;
        end = newStart + usedLength;
        firstFour = head;
        nextEight = getLong(newArray, newStart + IDENTIFICATION_OFFSET);
        addresses = getLong(newArray, newStart + SOURCE_OFFSET);
        return true;
    }

    /** Returns the array that {@link #payloadOffset()} counts in. It must not be written to. */
    public byte[] array() {
        return array;
    }

    /** Returns the length of the header with its options, in bytes. */
    public int headerLength() {
        return payloadOffset - start;
    }

    public int dscp() {
        return firstFour >> 18 & 0x3f;
    }

    public int ecn() {
        return firstFour >> 16 & 3;
    }

    /**
     * Returns the length of header and payload according to the header, in bytes; more than there are if the switch
     * truncated the frame.
     */
    public int totalLength() {
        return firstFour & 0xffff;
    }

    public int timeToLive() {
        return (int) (nextEight >> 24) & 0xff;
    }

    public int protocol() {
        return (int) (nextEight >> 16) & 0xff;
    }

    public long source() {
        return addresses >>> 32;
    }

    public long destination() {
        return addresses & 0xffff_ffffL;
    }

    /** Returns whether this is a fragment of a packet, the first or a later one. */
    public boolean isFragment() {
        return (nextEight & (MORE_FRAGMENTS | FRAGMENT_OFFSET)) != 0;
    }

    /**
     * Returns whether this is a fragment but not the first, so that it does not contain the header that follows IPv4.
     */
    public boolean isLaterFragment() {
        return (nextEight & FRAGMENT_OFFSET) != 0;
    }

    public int payloadOffset() {
        return payloadOffset;
    }

    /** Returns the number of bytes of the payload that are in the frame, without the padding of the frame. */
    public int payloadLength() {
        return end - payloadOffset;
    }

    /** Returns a view of the ports; null also for a later fragment. */
    public @Nullable Transport tcp() {
        return transport(Transport.TCP);
    }

    /** Returns a view of the ports; null also for a later fragment. */
    public @Nullable Transport udp() {
        return transport(Transport.UDP);
    }

    /** Returns a view of the ICMP message; null also for a later fragment. */
    public @Nullable Icmp icmp() {
        return startsWith(Icmp.V4) && icmp.wrap(array, payloadOffset, end) ? icmp : null;
    }

    /**
     * Returns, without a view, whether {@link #isDhcp()} can be true for the packet between two indexes of an array.
     * False for nearly all packets that are not DHCP.
     */
    public static boolean mayBeDhcp(byte[] array, int start, int end) {
        if (end - start < MIN_LENGTH + 4) {
            return true;
        }
        boolean hasOptions = array[start] != 0x45;
        int ports = getInt(array, start + MIN_LENGTH);
        return array[start + PROTOCOL_OFFSET] == Transport.UDP && (hasOptions || isDhcpPort(ports & 0xffff));
    }

    private static boolean isDhcpPort(int port) {
        return port == Dhcp.SERVER_PORT || port == Dhcp.CLIENT_PORT;
    }

    /**
     * Returns whether this is a UDP datagram to a DHCP port, from any port: not all clients check the source port.
     * {@link #dhcp()} is null if the message in it is malformed.
     */
    public boolean isDhcp() {
        Transport udp = udp();
        return udp != null && isDhcpPort(udp.destinationPort());
    }

    /**
     * Returns whether a DHCP client or a relay agent may take this for a message of a server, even if it is malformed:
     * a UDP datagram to the port of clients, or a reply to the port of relay agents.
     */
    public boolean isToDhcpClient() {
        Transport udp = udp();
        if (udp == null) {
            return false;
        }
        int message = payloadOffset + Transport.UDP_HEADER_LENGTH;
        return udp.destinationPort() == Dhcp.CLIENT_PORT
                || (udp.destinationPort() == Dhcp.SERVER_PORT && message < end && array[message] == Dhcp.BOOT_REPLY);
    }

    /** Returns whether this is a UDP datagram to the port of DHCP servers and relay agents. */
    public boolean isToDhcpServer() {
        Transport udp = udp();
        return udp != null && udp.destinationPort() == Dhcp.SERVER_PORT;
    }

    public @Nullable Dhcp dhcp() {
        return isDhcp() && dhcp.wrap(array, payloadOffset + Transport.UDP_HEADER_LENGTH, end) ? dhcp : null;
    }

    /**
     * Returns whether the whole packet is in the frame, the header checksum is correct, and so are the length and the
     * checksum of TCP, UDP or ICMP in it. The result is undefined for fragments.
     */
    public boolean isIntact() {
        int length = payloadLength();
        if (headerLength() + length != totalLength() || InternetChecksum.of(array, start, headerLength()) != 0) {
            return false;
        }
        return switch (protocol()) {
            case Transport.TCP -> length >= Transport.TCP_HEADER_LENGTH && hasTransportChecksum();
            case Icmp.V4 -> length >= Icmp.ECHO_HEADER_LENGTH && hasTransportChecksum();
            case Transport.UDP ->
                length >= Transport.UDP_HEADER_LENGTH
                        && getUnsignedShort(array, payloadOffset + Transport.UDP_LENGTH) == length
                        && (hasNoUdpChecksum() || hasTransportChecksum());
            default -> true;
        };
    }

    private boolean hasTransportChecksum() {
        return TransportChecksum.compute(array, start, protocol(), payloadOffset, payloadLength()) == 0;
    }

    /** A UDP checksum of 0 means that the sender computed none: RFC 768. */
    private boolean hasNoUdpChecksum() {
        return getUnsignedShort(array, payloadOffset + TransportChecksum.offset(Transport.UDP)) == 0;
    }

    private @Nullable Transport transport(int wanted) {
        return startsWith(wanted) && transport.wrap(array, payloadOffset, end) ? transport : null;
    }

    private boolean startsWith(int wanted) {
        return protocol() == wanted && !isLaterFragment();
    }
}
