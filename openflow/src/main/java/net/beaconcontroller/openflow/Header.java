package net.beaconcontroller.openflow;

import static net.beaconcontroller.common.ByteAccess.getUnsignedInt;
import static net.beaconcontroller.common.ByteAccess.getUnsignedShort;

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
    /** The header's length in bytes, and the least that its length field may say. */
    public static final int LENGTH = 8;

    /** The most bytes that its length field can say. */
    public static final int MAX_MESSAGE_LENGTH = 0xffff;

    private Header() {}

    /** The number of the message's version, 0 to 255: see {@link Version#ofWire}. */
    public static int version(byte[] array, int start) {
        return Byte.toUnsignedInt(array[start]);
    }

    /** The number of the message's type, 0 to 255, as its version numbers them: see {@link MessageType}. */
    public static int type(byte[] array, int start) {
        return Byte.toUnsignedInt(array[start + 1]);
    }

    public static int versionAndType(Version version, int type) {
        return version.wire() << 8 | type;
    }

    /** Version and type at once: 256 times {@link #version} and {@link #type}. */
    public static int versionAndType(byte[] array, int start) {
        return getUnsignedShort(array, start);
    }

    /** The length of the whole message in bytes, header included, 0 to 65535. */
    public static int length(byte[] array, int start) {
        return getUnsignedShort(array, start + 2);
    }

    /** The transaction id, an unsigned number of 32 bits, which an answer has from its request. */
    public static long xid(byte[] array, int start) {
        return getUnsignedInt(array, start + 4);
    }
}
