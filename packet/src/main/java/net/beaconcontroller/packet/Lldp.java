package net.beaconcontroller.packet;

import static net.beaconcontroller.common.ByteAccess.getUnsignedByte;
import static net.beaconcontroller.common.ByteAccess.getUnsignedShort;

/**
 * Reads an LLDP data unit, IEEE 802.1AB section 8: three TLVs that must be there, in this order, and then any others.
 *
 * <pre>
 *  | type=1 | chassis subtype | chassis id | type=2 | port subtype | port id | type=3 | seconds | ... | type=0 |
 *
 *  A TLV begins with type:7 length:9; the length counts what is behind these two bytes.
 * </pre>
 *
 * The others are walked with
 *
 * <pre>{@code
 * for (int tlv = lldp.firstOptional(); tlv != Lldp.NONE; tlv = lldp.next(tlv))
 * }</pre>
 */
public final class Lldp {
    /** Where there is no further TLV. */
    public static final int NONE = -1;

    private static final int END = 0;
    private static final int CHASSIS_ID = 1;
    private static final int PORT_ID = 2;
    private static final int TIME_TO_LIVE = 3;

    private static final int HEADER_LENGTH = 2;
    private static final int SUBTYPE_LENGTH = 1;

    /** What the values of the first three have in common: a subtype and an id of 1 to 255 bytes, or two bytes. */
    private static final int MIN_VALUE = 2;

    private static final int MAX_VALUE = 256;

    private byte[] array = {};
    private int chassisId;
    private int portId;
    private int timeToLive;
    private int optional;
    private int end;

    Lldp() {}

    boolean wrap(byte[] newArray, int newStart, int newEnd) {
        int newPortId = behind(CHASSIS_ID, newArray, newStart, newEnd);
        int newTimeToLive = behind(PORT_ID, newArray, newPortId, newEnd);
        int newOptional = behind(TIME_TO_LIVE, newArray, newTimeToLive, newEnd);
        if (newOptional == NONE) {
            return false;
        }
        array = newArray;
        chassisId = newStart;
        portId = newPortId;
        timeToLive = newTimeToLive;
        optional = newOptional;
        end = newEnd;
        return true;
    }

    /** Where the TLV behind the one at {@code tlv} begins; {@link #NONE} if that one is not what is wanted. */
    private static int behind(int wanted, byte[] array, int tlv, int end) {
        if (tlv == NONE || !fits(array, tlv, end) || type(array, tlv) != wanted) {
            return NONE;
        }
        int length = length(array, tlv);
        return length < MIN_VALUE || length > MAX_VALUE ? NONE : tlv + HEADER_LENGTH + length;
    }

    private static boolean fits(byte[] array, int tlv, int end) {
        return end - tlv >= HEADER_LENGTH && end - tlv - HEADER_LENGTH >= length(array, tlv);
    }

    private static int type(byte[] array, int tlv) {
        return getUnsignedByte(array, tlv) >> 1;
    }

    private static int length(byte[] array, int tlv) {
        return getUnsignedShort(array, tlv) & 0x1ff;
    }

    /** What the offsets count in. Not to be written to. */
    public byte[] array() {
        return array;
    }

    /** What the chassis id is, IEEE 802.1AB table 8-2: 4 an Ethernet address, 7 assigned locally. */
    public int chassisIdSubtype() {
        return getUnsignedByte(array, tlvValueOffset(chassisId));
    }

    public int chassisIdOffset() {
        return tlvValueOffset(chassisId) + SUBTYPE_LENGTH;
    }

    public int chassisIdLength() {
        return tlvLength(chassisId) - SUBTYPE_LENGTH;
    }

    /** What the port id is, IEEE 802.1AB table 8-3: 3 an Ethernet address, 7 assigned locally. */
    public int portIdSubtype() {
        return getUnsignedByte(array, tlvValueOffset(portId));
    }

    public int portIdOffset() {
        return tlvValueOffset(portId) + SUBTYPE_LENGTH;
    }

    public int portIdLength() {
        return tlvLength(portId) - SUBTYPE_LENGTH;
    }

    /** For how long the rest is true; 0 takes back what was said before. */
    public int timeToLiveSeconds() {
        return getUnsignedShort(array, tlvValueOffset(timeToLive));
    }

    /** Where the first TLV behind those that must be there begins, or {@link #NONE}. */
    public int firstOptional() {
        return orNone(optional);
    }

    /** Where the TLV behind this one begins; {@link #NONE} at the end, or if the next is cut short. */
    public int next(int tlv) {
        return orNone(tlvValueOffset(tlv) + tlvLength(tlv));
    }

    private int orNone(int tlv) {
        return fits(array, tlv, end) && type(array, tlv) != END ? tlv : NONE;
    }

    /** The type of the TLV that begins at {@code tlv}: 127 is an organization's own. */
    public int tlvType(int tlv) {
        return type(array, tlv);
    }

    public int tlvLength(int tlv) {
        return length(array, tlv);
    }

    public int tlvValueOffset(int tlv) {
        return tlv + HEADER_LENGTH;
    }
}
