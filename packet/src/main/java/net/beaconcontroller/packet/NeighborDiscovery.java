package net.beaconcontroller.packet;

import static net.beaconcontroller.net.ByteAccess.getMac;
import static net.beaconcontroller.net.ByteAccess.getUnsignedByte;

/**
 * A view of an IPv6 neighbor discovery message, RFC 4861 section 4: a router solicitation, a neighbor solicitation or a
 * neighbor advertisement. Messages whose options have invalid lengths have no view, as sections 6.1.1, 7.1.1 and 7.1.2
 * require.
 *
 * <pre>
 *  0      1      2          4       8        24
 *  | type | code | checksum | flags | target | options ...    a router solicitation has no target
 *
 *  An option is its type, its length in units of eight bytes, and its value.
 * </pre>
 */
public final class NeighborDiscovery extends HeaderView {
    public static final int ROUTER_SOLICITATION = 133;
    public static final int NEIGHBOR_SOLICITATION = 135;
    public static final int NEIGHBOR_ADVERTISEMENT = 136;

    /** The hop limit that senders set and receivers require: RFC 4861 section 7.1. */
    public static final int HOP_LIMIT = 255;

    /** The value that stands for the absence of a link-layer address option. */
    public static final long NO_MAC = -1;

    /** The source link-layer address option. */
    static final int SOURCE_MAC = 1;

    /** The target link-layer address option. */
    static final int TARGET_MAC = 2;

    private static final int TARGET = 8;
    private static final int ROUTER_OPTIONS = 8;
    private static final int OPTIONS = 24;

    private static final int OPTION_UNIT = 8;
    private static final int OPTION_VALUE = 2;

    private long mac;

    NeighborDiscovery() {}

    /** Returns whether this view reads messages of an ICMPv6 type. */
    public static boolean isType(int type) {
        return type == ROUTER_SOLICITATION || type == NEIGHBOR_SOLICITATION || type == NEIGHBOR_ADVERTISEMENT;
    }

    boolean wrap(byte[] newArray, int newStart, int end) {
        if (newStart >= end || !isType(getUnsignedByte(newArray, newStart))) {
            return false;
        }
        moveTo(newArray, newStart);
        return readOptions(newStart + (hasTarget() ? OPTIONS : ROUTER_OPTIONS), end);
    }

    /** Returns the array that contains the header. It must not be modified. */
    public byte[] array() {
        return array;
    }

    private boolean readOptions(int first, int end) {
        int macOption = type() == NEIGHBOR_ADVERTISEMENT ? TARGET_MAC : SOURCE_MAC;
        mac = NO_MAC;
        int at = first;
        while (at < end) {
            int length = end - at < OPTION_UNIT ? 0 : OPTION_UNIT * getUnsignedByte(array, at + 1);
            if (length == 0 || length > end - at) {
                return false;
            }
            if (getUnsignedByte(array, at) == macOption && mac == NO_MAC) {
                mac = getMac(array, at + OPTION_VALUE);
            }
            at += length;
        }
        return at == end;
    }

    public int type() {
        return unsignedByte(0);
    }

    /** Returns whether the message has a target address; a router solicitation has none. */
    public boolean hasTarget() {
        return type() != ROUTER_SOLICITATION;
    }

    /** Returns the offset of the 16 bytes of the target address, if the message has one. */
    public int targetOffset() {
        return start + TARGET;
    }

    /**
     * Returns the MAC address of the sender in a solicitation, of the target in an advertisement; {@link #NO_MAC}
     * without the option.
     */
    public long mac() {
        return mac;
    }
}
