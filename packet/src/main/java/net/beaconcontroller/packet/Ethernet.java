package net.beaconcontroller.packet;

import static net.beaconcontroller.net.ByteAccess.getLong;
import static net.beaconcontroller.net.ByteAccess.getUnsignedShort;

import java.util.Objects;
import net.beaconcontroller.net.VlanId;
import org.jspecify.annotations.Nullable;

/**
 * A view of an Ethernet frame, IEEE 802.3 section 3.2, with the VLAN tags of IEEE 802.1Q section 9 and the SNAP header
 * of RFC 1042.
 *
 * <pre>
 *  0             6        12                                             14, and 4 for each tag
 *  | destination | source | any number of: 0x8100 or 0x88a8, pcp:3 dei:1 vlan:12 | type | payload ...
 *
 *  A type below 0x0600 is the length of the payload instead. The type may then follow in a SNAP header:
 *  | length | aa aa 03 00 00 00 | type | payload ...
 * </pre>
 *
 * {@link #wrap} reads the whole header. The methods that return a view of an upper layer read that layer at each call.
 */
public final class Ethernet {
    public static final int TYPE_IPV4 = 0x0800;
    public static final int TYPE_ARP = 0x0806;
    public static final int TYPE_VLAN = 0x8100;
    public static final int TYPE_IPV6 = 0x86dd;
    public static final int TYPE_QINQ = 0x88a8;
    public static final int TYPE_LLDP = 0x88cc;

    /** The value that stands for the absence of a type: OpenFlow 1.0 section 3.4. */
    public static final int NO_TYPE = 0x05ff;

    /** The length of a header without VLAN tags, in bytes: two addresses and a type. */
    public static final int HEADER_LENGTH = 14;

    /** The length of a VLAN tag, in bytes. */
    public static final int TAG_LENGTH = 4;

    public static final int SOURCE_OFFSET = 6;

    /** The result of {@link #plainTypeOf} if the addresses are followed by a VLAN tag or a length, not by the type. */
    public static final int TAG_OR_LENGTH = -1;

    private static final int TYPE_LENGTH = 2;
    private static final int TAG_CONTROL_LENGTH = 2;
    private static final int MIN_TYPE = 0x0600;

    private static final int SNAP_LENGTH = 8;
    private static final long SNAP = 0xaaaa_0300_0000L;

    private static final int NO_TAG = -1;

    private final Arp arp = new Arp();
    private final Ipv4 ipv4 = new Ipv4();
    private final Ipv6 ipv6 = new Ipv6();
    private final Lldp lldp = new Lldp();

    private byte[] array = {};
    private long destination;
    private long source;

    /** The tag control information of the outermost tag, 16 bits, or {@link #NO_TAG}. */
    private int tag;

    private int type;
    private int payloadOffset;
    private int payloadEnd;

    /** Returns the destination address of the frame that begins at {@code offset}, without a view. */
    public static long destinationOf(byte[] array, int offset) {
        return getLong(array, offset) >>> 16;
    }

    /** Returns the source address of the frame that begins at {@code offset}, without a view. */
    public static long sourceOf(byte[] array, int offset) {
        return getLong(array, offset + SOURCE_OFFSET) >>> 16;
    }

    /**
     * Returns the type of the frame that begins at {@code offset}, without a view, or {@link #TAG_OR_LENGTH}.
     */
    public static int plainTypeOf(byte[] array, int offset) {
        int value = getUnsignedShort(array, offset + HEADER_LENGTH - TYPE_LENGTH);
        return value < MIN_TYPE || isTag(value) ? TAG_OR_LENGTH : value;
    }

    /**
     * Sets the frame of this view: the {@code length} bytes of the array at {@code offset}.
     *
     * @throws IllegalArgumentException if the length is less than {@link #HEADER_LENGTH}
     * @throws IndexOutOfBoundsException if the range is not within the array
     */
    public void wrap(byte[] newArray, int offset, int length) {
        if (length < HEADER_LENGTH) {
            throw new IllegalArgumentException(
                    "Ethernet frame with length=%d: expected at least %d".formatted(length, HEADER_LENGTH));
        }
        Objects.checkFromIndexSize(offset, length, newArray.length);
        // Storing the same reference would mark the garbage collector's card, which costs other threads a cache miss.
        if (array != newArray) {
            array = newArray;
        }
        destination = getLong(newArray, offset) >>> 16;
        long sourceAndType = getLong(newArray, offset + SOURCE_OFFSET);
        source = sourceAndType >>> 16;
        type = (int) sourceAndType & 0xffff;
        tag = NO_TAG;
        payloadOffset = offset + HEADER_LENGTH;
        payloadEnd = offset + length;
        if (type < MIN_TYPE || isTag(type)) {
            skipTags();
        }
    }

    /** Returns the array that all offsets count in. It must not be written to. */
    public byte[] array() {
        return array;
    }

    public long destination() {
        return destination;
    }

    public long source() {
        return source;
    }

    /** Returns whether the frame has a VLAN tag that is not truncated. */
    public boolean isTagged() {
        return tag != NO_TAG;
    }

    /**
     * Returns the VLAN of the outermost tag, 0 to 4095, or {@link VlanId#NONE}. A tag with VLAN 0 carries a priority
     * only.
     */
    public int vlan() {
        return isTagged() ? tag & 0xfff : VlanId.NONE;
    }

    /** Returns the priority code point of the outermost tag, or 0 without a tag. */
    public int vlanPriority() {
        return isTagged() ? tag >> 13 : 0;
    }

    /** Returns the type after all VLAN tags, {@link #NO_TYPE}, or the type of a truncated tag. */
    public int type() {
        return type;
    }

    /**
     * Returns the offset of the payload, whose protocol is {@link #type()}; of the LLC header if the frame has no type.
     */
    public int payloadOffset() {
        return payloadOffset;
    }

    /** Returns the length of the payload in bytes, with the padding unless the frame has a length field. */
    public int payloadLength() {
        return payloadEnd - payloadOffset;
    }

    public @Nullable Arp arp() {
        return type == TYPE_ARP && arp.wrap(array, payloadOffset, payloadEnd) ? arp : null;
    }

    public @Nullable Ipv4 ipv4() {
        return type == TYPE_IPV4 && ipv4.wrap(array, payloadOffset, payloadEnd) ? ipv4 : null;
    }

    public @Nullable Ipv6 ipv6() {
        return type == TYPE_IPV6 && ipv6.wrap(array, payloadOffset, payloadEnd) ? ipv6 : null;
    }

    public @Nullable Lldp lldp() {
        return type == TYPE_LLDP && lldp.wrap(array, payloadOffset, payloadEnd) ? lldp : null;
    }

    private static boolean isTag(int value) {
        return value == TYPE_VLAN || value == TYPE_QINQ;
    }

    /** Reads the tags and the type or the length after them. */
    private void skipTags() {
        while (isTag(type) && payloadEnd - payloadOffset >= TAG_LENGTH) {
            if (!isTagged()) {
                tag = getUnsignedShort(array, payloadOffset);
            }
            type = getUnsignedShort(array, payloadOffset + TAG_CONTROL_LENGTH);
            payloadOffset += TAG_LENGTH;
        }
        if (type < MIN_TYPE) {
            readLength(type);
        }
    }

    private void readLength(int length) {
        type = NO_TYPE;
        payloadEnd = payloadOffset + Math.min(length, payloadEnd - payloadOffset);
        if (payloadEnd - payloadOffset >= SNAP_LENGTH) {
            long header = getLong(array, payloadOffset);
            int snapType = (int) header & 0xffff;
            if (header >>> 16 == SNAP && snapType >= MIN_TYPE) {
                type = snapType;
                payloadOffset += SNAP_LENGTH;
            }
        }
    }
}
