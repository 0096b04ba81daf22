package net.beaconcontroller.packet;

import static net.beaconcontroller.common.ByteAccess.getLong;
import static net.beaconcontroller.common.ByteAccess.getUnsignedInt;

import org.jspecify.annotations.Nullable;

/**
 * Reads an IPv4 packet, RFC 791 section 3.1; its second byte as RFC 2474 section 3 and RFC 3168 section 5 have it.
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
    private static final int IDENTIFICATION = 4;
    private static final int SOURCE = 12;
    private static final int MIN_LENGTH = 20;
    private static final int UDP_HEADER_LENGTH = 8;

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
        int head = (int) getUnsignedInt(newArray, newStart);
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
        nextEight = getLong(newArray, newStart + IDENTIFICATION);
        addresses = getLong(newArray, newStart + SOURCE);
        return true;
    }

    /** What {@link #payloadOffset()} counts in. Not to be written to. */
    public byte[] array() {
        return array;
    }

    /** In bytes, options included. */
    public int headerLength() {
        return payloadOffset - start;
    }

    public int dscp() {
        return firstFour >> 18 & 0x3f;
    }

    public int ecn() {
        return firstFour >> 16 & 3;
    }

    /** The length of header and payload as the header says it; more than is there if the switch cut the frame. */
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

    /** Whether this is a part of a packet, the first or a later one. */
    public boolean isFragment() {
        return (nextEight & (MORE_FRAGMENTS | FRAGMENT_OFFSET)) != 0;
    }

    /** Whether this is a part of a packet, but not the first: the header that follows IPv4 is not in it. */
    public boolean isLaterFragment() {
        return (nextEight & FRAGMENT_OFFSET) != 0;
    }

    public int payloadOffset() {
        return payloadOffset;
    }

    /** How much of the payload is there, without the frame's padding. */
    public int payloadLength() {
        return end - payloadOffset;
    }

    /** The ports; null also for a later fragment. */
    public @Nullable Transport tcp() {
        return transport(Transport.TCP);
    }

    /** The ports; null also for a later fragment. */
    public @Nullable Transport udp() {
        return transport(Transport.UDP);
    }

    /** Null also for a later fragment. */
    public @Nullable Icmp icmp() {
        return begins(Icmp.V4) && icmp.wrap(array, payloadOffset, end) ? icmp : null;
    }

    /** Whether this is a UDP datagram to a DHCP server, relay or client; {@link #dhcp()} is null if it is a broken one. */
    public boolean isDhcp() {
        Transport udp = udp();
        return udp != null
                && (udp.destinationPort() == Dhcp.SERVER_PORT || udp.destinationPort() == Dhcp.CLIENT_PORT)
                && (udp.sourcePort() == Dhcp.SERVER_PORT || udp.sourcePort() == Dhcp.CLIENT_PORT);
    }

    public @Nullable Dhcp dhcp() {
        return isDhcp() && dhcp.wrap(array, payloadOffset + UDP_HEADER_LENGTH, end) ? dhcp : null;
    }

    private @Nullable Transport transport(int wanted) {
        return begins(wanted) && transport.wrap(array, payloadOffset, end) ? transport : null;
    }

    private boolean begins(int wanted) {
        return protocol() == wanted && !isLaterFragment();
    }
}
