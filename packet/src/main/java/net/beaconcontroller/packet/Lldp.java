package net.beaconcontroller.packet;

import static net.beaconcontroller.net.ByteAccess.getUnsignedByte;
import static net.beaconcontroller.net.ByteAccess.getUnsignedShort;

/**
 * A view of an LLDP data unit, IEEE 802.1AB section 8: three mandatory TLVs in a fixed order, followed by optional
 * ones.
 *
 * <pre>
 *  | type=1 | chassis subtype | chassis id | type=2 | port subtype | port id | type=3 | seconds | ... | type=0 |
 *
 *  A TLV is type:7 length:9, and as many bytes of value as the length.
 * </pre>
 *
 * A loop over the optional TLVs:
 *
 * <pre>{@code
 * for (int tlv = lldp.firstOptional(); tlv != Lldp.NONE; tlv = lldp.next(tlv))
 * }</pre>
 */
public final class Lldp {
    /** The offset of a TLV that does not exist. */
    public static final int NONE = -1;

    /** The type of TLVs that organizations define: IEEE 802.1AB section 8.6. */
    public static final int ORGANIZATION_SPECIFIC = 127;

    /** The subtype of chassis and port identifiers that are assigned locally: IEEE 802.1AB tables 8-2 and 8-3. */
    public static final int LOCALLY_ASSIGNED = 7;

    static final int END = 0;
    static final int CHASSIS_ID = 1;
    static final int PORT_ID = 2;
    static final int TIME_TO_LIVE = 3;

    static final int SUBTYPE_LENGTH = 1;

    private static final int HEADER_LENGTH = 2;

    /**
     * The limits of the mandatory TLVs' value: a subtype and an identifier of 1 to 255 bytes; the time to live has two
     * bytes.
     */
    private static final int MIN_VALUE_LENGTH = 2;

    private static final int MAX_VALUE_LENGTH = 256;

    private byte[] array = {};
    private int chassisId;
    private int portId;
    private int timeToLive;
    private int optional;
    private int end;

    Lldp() {}

    boolean wrap(byte[] newArray, int newStart, int newEnd) {
        int newPortId = after(CHASSIS_ID, newArray, newStart, newEnd);
        int newTimeToLive = after(PORT_ID, newArray, newPortId, newEnd);
        int newOptional = after(TIME_TO_LIVE, newArray, newTimeToLive, newEnd);
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

    /** Returns the offset after the TLV at {@code tlv}; {@link #NONE} if that is not a valid TLV of the wanted type. */
    private static int after(int wanted, byte[] array, int tlv, int end) {
        if (tlv == NONE || !fits(array, tlv, end) || type(array, tlv) != wanted) {
            return NONE;
        }
        int length = length(array, tlv);
        return length < MIN_VALUE_LENGTH || length > MAX_VALUE_LENGTH ? NONE : tlv + HEADER_LENGTH + length;
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

    /** Returns the array that the offsets count in. It must not be written to. */
    public byte[] array() {
        return array;
    }

    /** Returns the kind of chassis identifier, IEEE 802.1AB table 8-2: 4 is a MAC address, 7 is locally assigned. */
    public int chassisIdSubtype() {
        return getUnsignedByte(array, tlvValueOffset(chassisId));
    }

    public int chassisIdOffset() {
        return tlvValueOffset(chassisId) + SUBTYPE_LENGTH;
    }

    public int chassisIdLength() {
        return tlvLength(chassisId) - SUBTYPE_LENGTH;
    }

    /** Returns the kind of port identifier, IEEE 802.1AB table 8-3: 3 is a MAC address, 7 is locally assigned. */
    public int portIdSubtype() {
        return getUnsignedByte(array, tlvValueOffset(portId));
    }

    public int portIdOffset() {
        return tlvValueOffset(portId) + SUBTYPE_LENGTH;
    }

    public int portIdLength() {
        return tlvLength(portId) - SUBTYPE_LENGTH;
    }

    /** Returns how long the information is valid; 0 withdraws earlier information. */
    public int timeToLiveSeconds() {
        return getUnsignedShort(array, tlvValueOffset(timeToLive));
    }

    /** Returns the offset of the first optional TLV, or {@link #NONE}. */
    public int firstOptional() {
        return orNone(optional);
    }

    /** Returns the offset of the TLV after this one; {@link #NONE} at the end, or if the next one is truncated. */
    public int next(int tlv) {
        return orNone(tlvValueOffset(tlv) + tlvLength(tlv));
    }

    private int orNone(int tlv) {
        return fits(array, tlv, end) && type(array, tlv) != END ? tlv : NONE;
    }

    /** Returns the type of the TLV at offset {@code tlv}. */
    public int tlvType(int tlv) {
        return type(array, tlv);
    }

    /** Returns the length of the value of the TLV at offset {@code tlv}, in bytes. */
    public int tlvLength(int tlv) {
        return length(array, tlv);
    }

    /** Returns the offset of the value of the TLV at offset {@code tlv}. */
    public int tlvValueOffset(int tlv) {
        return tlv + HEADER_LENGTH;
    }
}
