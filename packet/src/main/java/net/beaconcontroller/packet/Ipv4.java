package net.beaconcontroller.packet;

import static net.beaconcontroller.packet.Wire.get16;
import static net.beaconcontroller.packet.Wire.get32;
import static net.beaconcontroller.packet.Wire.get8;

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
    private static final int TRAFFIC_CLASS = 1;
    private static final int TOTAL_LENGTH = 2;
    private static final int FRAGMENT = 6;
    private static final int TIME_TO_LIVE = 8;
    private static final int PROTOCOL = 9;
    private static final int SOURCE = 12;
    private static final int DESTINATION = 16;
    private static final int MIN_LENGTH = 20;

    private static final int MORE_FRAGMENTS = 0x2000;
    private static final int FRAGMENT_OFFSET = 0x1fff;

    private final Transport transport = new Transport();
    private final Icmp icmp = new Icmp();

    private byte[] array = {};
    private int start;
    private int payloadOffset;
    private int end;

    Ipv4() {}

    boolean wrap(byte[] newArray, int newStart, int newEnd) {
        int length = newEnd - newStart;
        if (length < MIN_LENGTH || get8(newArray, newStart) >> 4 != 4) {
            return false;
        }
        int headerLength = (newArray[newStart] & 0xf) * 4;
        int usedLength = Math.min(length, get16(newArray, newStart + TOTAL_LENGTH));
        if (headerLength < MIN_LENGTH || headerLength > usedLength) {
            return false;
        }
        array = newArray;
        start = newStart;
        payloadOffset = newStart + headerLength;
        end = newStart + usedLength;
        return true;
    }

    /** The address in dotted decimal, like 10.0.0.1. */
    public static String toString(long address) {
        return (address >> 24 & 0xff) + "." + (address >> 16 & 0xff) + "." + (address >> 8 & 0xff) + "."
                + (address & 0xff);
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
        return get8(array, start + TRAFFIC_CLASS) >> 2;
    }

    public int ecn() {
        return array[start + TRAFFIC_CLASS] & 3;
    }

    /** The length of header and payload as the header says it; more than is there if the switch cut the frame. */
    public int totalLength() {
        return get16(array, start + TOTAL_LENGTH);
    }

    public int timeToLive() {
        return get8(array, start + TIME_TO_LIVE);
    }

    public int protocol() {
        return get8(array, start + PROTOCOL);
    }

    public long source() {
        return get32(array, start + SOURCE);
    }

    public long destination() {
        return get32(array, start + DESTINATION);
    }

    /** Whether this is a part of a packet, the first or a later one. */
    public boolean isFragment() {
        return (get16(array, start + FRAGMENT) & (MORE_FRAGMENTS | FRAGMENT_OFFSET)) != 0;
    }

    /** Whether this is a part of a packet, but not the first: the header that follows IPv4 is not in it. */
    public boolean isLaterFragment() {
        return (get16(array, start + FRAGMENT) & FRAGMENT_OFFSET) != 0;
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

    private @Nullable Transport transport(int wanted) {
        return begins(wanted) && transport.wrap(array, payloadOffset, end) ? transport : null;
    }

    private boolean begins(int wanted) {
        return protocol() == wanted && !isLaterFragment();
    }
}
