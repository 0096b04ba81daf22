package net.beaconcontroller.packet;

import static net.beaconcontroller.common.ByteAccess.getLong;
import static net.beaconcontroller.common.ByteAccess.getUnsignedByte;

/**
 * Reads a message of IPv6 neighbor discovery, RFC 4861 section 4: router and neighbor solicitations, and neighbor
 * advertisements. It is there if its options have lengths that can be true, as sections 6.1.1, 7.1.1 and 7.1.2 want it.
 *
 * <pre>
 *  0      1      2          4       8        24
 *  | type | code | checksum | flags | target | options ...    a router solicitation has no target
 *
 *  An option is its type, its length in units of eight bytes, and the rest of it.
 * </pre>
 */
public final class NeighborDiscovery {
    public static final int ROUTER_SOLICITATION = 133;
    public static final int NEIGHBOR_SOLICITATION = 135;
    public static final int NEIGHBOR_ADVERTISEMENT = 136;

    /** Where the message does not say a link-layer address. */
    public static final long NO_MAC = -1;

    private static final int TARGET = 8;
    private static final int ROUTER_OPTIONS = 8;
    private static final int OPTIONS = 24;

    private static final int SOURCE_MAC = 1;
    private static final int TARGET_MAC = 2;
    private static final int OPTION_UNIT = 8;

    private byte[] array = {};
    private int start;
    private long mac;

    NeighborDiscovery() {}

    /** Whether a type of ICMPv6 message is one of these. */
    public static boolean isType(int type) {
        return type == ROUTER_SOLICITATION || type == NEIGHBOR_SOLICITATION || type == NEIGHBOR_ADVERTISEMENT;
    }

    boolean wrap(byte[] newArray, int newStart, int end) {
        if (newStart >= end || !isType(getUnsignedByte(newArray, newStart))) {
            return false;
        }
        array = newArray;
        start = newStart;
        return readOptions(newStart + (hasTarget() ? OPTIONS : ROUTER_OPTIONS), end);
    }

    private boolean readOptions(int first, int end) {
        int wanted = type() == NEIGHBOR_ADVERTISEMENT ? TARGET_MAC : SOURCE_MAC;
        mac = NO_MAC;
        int at = first;
        while (at < end) {
            int length = end - at < OPTION_UNIT ? 0 : OPTION_UNIT * getUnsignedByte(array, at + 1);
            if (length == 0 || length > end - at) {
                return false;
            }
            if (getUnsignedByte(array, at) == wanted && mac == NO_MAC) {
                mac = getLong(array, at) & (1L << 48) - 1; // what is behind the two bytes of the header
            }
            at += length;
        }
        return at == end;
    }

    /** What {@link #targetOffset()} counts in. Not to be written to. */
    public byte[] array() {
        return array;
    }

    public int type() {
        return getUnsignedByte(array, start);
    }

    /** Whether this is about an address: not so in a router solicitation. */
    public boolean hasTarget() {
        return type() != ROUTER_SOLICITATION;
    }

    /** Where the 16 bytes of the target address begin, if there is one. */
    public int targetOffset() {
        return start + TARGET;
    }

    /**
     * The Ethernet address that the sender says: of itself in a solicitation, of the target in an advertisement. {@link #NO_MAC}
     * if it says none.
     */
    public long mac() {
        return mac;
    }
}
