package net.beaconcontroller.packet;

import static net.beaconcontroller.net.ByteAccess.getUnsignedByte;

import org.jspecify.annotations.Nullable;

/**
 * A view of the fixed header of an IPv6 packet, RFC 8200 section 3. Extension headers are not skipped: after one of
 * them, {@link #tcp()}, {@link #udp()}, {@link #icmp()} and {@link #neighborDiscovery()} are null.
 *
 * <pre>
 *  0                                         4                6             7           8        24
 *  | version:4 traffic class:8 flow label:20 | payload length | next header | hop limit | source | destination |
 * </pre>
 */
public final class Ipv6 extends HeaderView {
    public static final int NEXT_HEADER_OFFSET = 6;
    public static final int HOP_LIMIT_OFFSET = 7;
    public static final int SOURCE_OFFSET = 8;
    public static final int DESTINATION_OFFSET = 24;

    static final int PAYLOAD_LENGTH_OFFSET = 4;
    static final int LENGTH = 40;

    private final Transport transport = new Transport();
    private final Icmp icmp = new Icmp();
    private final NeighborDiscovery neighborDiscovery = new NeighborDiscovery();

    private int end;

    Ipv6() {}

    boolean wrap(byte[] newArray, int newStart, int newEnd) {
        int length = newEnd - newStart;
        if (length < LENGTH || getUnsignedByte(newArray, newStart) >> 4 != 6) {
            return false;
        }
        moveTo(newArray, newStart);
        end = newStart + Math.min(length, LENGTH + unsignedShort(PAYLOAD_LENGTH_OFFSET));
        return true;
    }

    /** Returns the array that contains the header. It must not be modified. */
    public byte[] array() {
        return array;
    }

    public int trafficClass() {
        return unsignedShort(0) >> 4 & 0xff;
    }

    /** Returns the upper six bits of the traffic class, the differentiated services code point: RFC 2474 section 3. */
    public int dscp() {
        return trafficClass() >> 2;
    }

    public int flowLabel() {
        return (int) unsignedInt(0) & 0xf_ffff;
    }

    public int nextHeader() {
        return unsignedByte(NEXT_HEADER_OFFSET);
    }

    public int hopLimit() {
        return unsignedByte(HOP_LIMIT_OFFSET);
    }

    /** Returns the offset of the 16 bytes of the source address. */
    public int sourceOffset() {
        return start + SOURCE_OFFSET;
    }

    /** Returns the offset of the 16 bytes of the destination address. */
    public int destinationOffset() {
        return start + DESTINATION_OFFSET;
    }

    /** Returns the offset of what follows the fixed header. */
    public int payloadOffset() {
        return start + LENGTH;
    }

    /** Returns the number of bytes after the fixed header that are in the frame, without the padding of the frame. */
    public int payloadLength() {
        return end - payloadOffset();
    }

    public @Nullable Transport tcp() {
        return transport(Transport.TCP);
    }

    public @Nullable Transport udp() {
        return transport(Transport.UDP);
    }

    public @Nullable Icmp icmp() {
        return nextHeader() == Icmp.V6 && icmp.wrap(array, payloadOffset(), end) ? icmp : null;
    }

    /** Returns a view of the message; null also if it is truncated or its options have invalid lengths. */
    public @Nullable NeighborDiscovery neighborDiscovery() {
        return nextHeader() == Icmp.V6 && neighborDiscovery.wrap(array, payloadOffset(), end)
                ? neighborDiscovery
                : null;
    }

    private @Nullable Transport transport(int wanted) {
        return nextHeader() == wanted && transport.wrap(array, payloadOffset(), end) ? transport : null;
    }
}
