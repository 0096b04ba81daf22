package net.beaconcontroller.packet;

import static net.beaconcontroller.common.ByteAccess.getLong;
import static net.beaconcontroller.common.ByteAccess.getUnsignedShort;

import java.util.Objects;
import net.beaconcontroller.common.VlanId;
import org.jspecify.annotations.Nullable;

/**
 * Reads an Ethernet frame: IEEE 802.3 section 3.2, the VLAN tags of IEEE 802.1Q section 9, the SNAP header of RFC 1042.
 *
 * <pre>
 *  0             6        12                                             14, and 4 for each tag
 *  | destination | source | any number of: 0x8100 or 0x88a8, pcp:3 dei:1 vlan:12 | type | payload ...
 *
 *  A number below 0x0600 in the place of the type is the payload's length. The type may then stand in a SNAP header:
 *  | length | aa aa 03 00 00 00 | type | payload ...
 * </pre>
 *
 * {@link #wrap} reads all of the header; the layers above it are read each time they are asked for.
 */
public final class Ethernet {
    public static final int TYPE_IPV4 = 0x0800;
    public static final int TYPE_ARP = 0x0806;
    public static final int TYPE_VLAN = 0x8100;
    public static final int TYPE_IPV6 = 0x86dd;
    public static final int TYPE_QINQ = 0x88a8;
    public static final int TYPE_LLDP = 0x88cc;

    /** The type of a frame that has none, OpenFlow 1.0 section 3.4. */
    public static final int NO_TYPE = 0x05ff;

    /** The least that a frame has: two addresses and a type. */
    public static final int HEADER_LENGTH = 14;

    private static final int SOURCE = 6;
    private static final int TYPE_LENGTH = 2;
    private static final int TAG_LENGTH = 4;
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
    /** What is in the outermost tag, 16 bits, or {@link #NO_TAG}. */
    private int tag;

    private int type;
    private int payloadOffset;
    private int payloadEnd;

    /** The destination of a frame that begins here, without a view. */
    public static long destinationOf(byte[] array, int offset) {
        return getLong(array, offset) >>> 16;
    }

    /** The source of a frame that begins here, without a view. */
    public static long sourceOf(byte[] array, int offset) {
        return getLong(array, offset + SOURCE) >>> 16;
    }

    /** Whether a frame that begins here has a VLAN tag, or looks as if it had. */
    public static boolean isTagged(byte[] array, int offset) {
        return isTag(getUnsignedShort(array, offset + HEADER_LENGTH - TYPE_LENGTH));
    }

    /**
     * Points this view at the frame of {@code length} bytes that begins at {@code offset}.
     *
     * @throws IllegalArgumentException if that is less than {@link #HEADER_LENGTH}
     * @throws IndexOutOfBoundsException if not all of it is in the array
     */
    public void wrap(byte[] newArray, int offset, int length) {
        if (length < HEADER_LENGTH) {
            throw new IllegalArgumentException(
                    "Ethernet frame with length=%d, needs at least %d".formatted(length, HEADER_LENGTH));
        }
        Objects.checkFromIndexSize(offset, length, newArray.length);
        if (array != newArray) { // a store of the same would cost threads that share the collector's card a cache miss
            array = newArray;
        }
        destination = getLong(newArray, offset) >>> 16;
        long sourceAndType = getLong(newArray, offset + SOURCE);
        source = sourceAndType >>> 16;
        type = (int) sourceAndType & 0xffff;
        tag = NO_TAG;
        payloadOffset = offset + HEADER_LENGTH;
        payloadEnd = offset + length;
        if (type < MIN_TYPE || isTag(type)) {
            readOn();
        }
    }

    /** What all offsets count in. Not to be written to. */
    public byte[] array() {
        return array;
    }

    public long destination() {
        return destination;
    }

    public long source() {
        return source;
    }

    /** Whether there is a VLAN tag, with a type behind it. */
    public boolean isTagged() {
        return tag != NO_TAG;
    }

    /** The VLAN of the outermost tag, 0 to 4095, or {@link VlanId#NONE}; 0 is a tag that has a priority only. */
    public int vlan() {
        return isTagged() ? tag & 0xfff : VlanId.NONE;
    }

    /** The priority code point of the outermost tag; 0 without one. */
    public int vlanPriority() {
        return isTagged() ? tag >> 13 : 0;
    }

    /** The type behind all VLAN tags, {@link #NO_TYPE}, or the tag's own type where the frame is cut off in a tag. */
    public int type() {
        return type;
    }

    /** Where that which {@link #type()} names begins; the LLC header if there is no type. */
    public int payloadOffset() {
        return payloadOffset;
    }

    /** How much of the payload is there; the padding is part of it, unless the frame says its length. */
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

    /** Goes through the tags to the type behind them, or to the length. */
    private void readOn() {
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
