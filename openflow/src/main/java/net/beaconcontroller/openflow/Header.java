package net.beaconcontroller.openflow;

import static net.beaconcontroller.net.ByteAccess.getUnsignedInt;
import static net.beaconcontroller.net.ByteAccess.getUnsignedShort;

/**
 * The header of a message, OpenFlow 1.3.5 section 7.1.1.
 *
 * <pre>
 *  0        1        2                 4                                8
 *  +--------+--------+-----------------+--------------------------------+
 *  | version|  type  |     length      |              xid               |
 *  +--------+--------+-----------------+--------------------------------+
 * </pre>
 */
public final class Header {
    /** Length of the header in bytes, which is the minimum length of a message. */
    public static final int LENGTH = 8;

    /** Maximum length of a message in bytes. */
    public static final int MAX_MESSAGE_LENGTH = 0xffff;

    private Header() {}

    /** Returns the version number, 0 to 255, see {@link Version#ofWire}. */
    public static int version(byte[] array, int start) {
        return Byte.toUnsignedInt(array[start]);
    }

    /** Returns the number of the message type, 0 to 255, which depends on the version, see {@link MessageType}. */
    public static int type(byte[] array, int start) {
        return Byte.toUnsignedInt(array[start + 1]);
    }

    public static int versionAndType(Version version, int type) {
        return version.wire() << 8 | type;
    }

    /** Returns the version number times 256 plus the type number. */
    public static int versionAndType(byte[] array, int start) {
        return getUnsignedShort(array, start);
    }

    /** Returns the length of the message in bytes, including the header, 0 to 65535. */
    public static int length(byte[] array, int start) {
        return getUnsignedShort(array, start + 2);
    }

    /** Returns the transaction id, an unsigned 32-bit number. A reply has the transaction id of its request. */
    public static long xid(byte[] array, int start) {
        return getUnsignedInt(array, start + 4);
    }
}
