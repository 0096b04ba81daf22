package net.beaconcontroller.openflow;

import static net.beaconcontroller.openflow.Wire.getInt;
import static net.beaconcontroller.openflow.Wire.getShort;

/**
 * The eight bytes that begin every message, OpenFlow 1.3.5 section 7.1.1.
 *
 * <pre>
 *  0        1        2                 4                                8
 *  +--------+--------+-----------------+--------------------------------+
 *  | version|  type  |     length      |              xid               |
 *  +--------+--------+-----------------+--------------------------------+
 * </pre>
 */
public final class Header {
    /** The header's length, and the least that its length field may say. */
    public static final int LENGTH = 8;

    /** The most that its length field can say. */
    public static final int MAX_MESSAGE_LENGTH = 0xffff;

    private Header() {}

    public static int version(byte[] array, int start) {
        return Byte.toUnsignedInt(array[start]);
    }

    /** The number of the message's type, as its version numbers them: see {@link MessageType}. */
    public static int type(byte[] array, int start) {
        return Byte.toUnsignedInt(array[start + 1]);
    }

    /** The length of the whole message, header included. */
    public static int length(byte[] array, int start) {
        return Short.toUnsignedInt(getShort(array, start + 2));
    }

    public static long xid(byte[] array, int start) {
        return Integer.toUnsignedLong(getInt(array, start + 4));
    }
}
