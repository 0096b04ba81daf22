package net.beaconcontroller.openflow;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a match says of one field: an OXM TLV, OpenFlow 1.3.5 section 7.2.3.2. Fields that this library does not know are
 * carried like the others.
 *
 * @param oxmClass {@link #BASIC} for the specification's own fields
 * @param number the field's number within its class, 0 to 127
 * @param value for an experimenter's field, this begins with the experimenter's id
 * @param mask as long as the value, or null for all bits
 */
public record Oxm(
        int oxmClass, int number, Bytes value, @Nullable Bytes mask) {
    /** OFPXMC_OPENFLOW_BASIC. */
    public static final int BASIC = 0x8000;

    static final int HEADER_LENGTH = 4;

    /** The most that its length field can say. */
    private static final int MAX_LENGTH = 0xff;

    public Oxm {
        if (mask != null && mask.length() != value.length()) {
            throw new IllegalArgumentException(
                    "a mask of %d bytes for a value of %d".formatted(mask.length(), value.length()));
        }
        int needed = oxmClass == BASIC ? Field.lengthOf(number) : 0;
        if (needed != 0 && value.length() != needed) {
            throw new IllegalArgumentException("%s with a value of %d bytes, needs %d"
                    .formatted(nameOf(oxmClass, number), value.length(), needed));
        }
        if (value.length() * (mask == null ? 1 : 2) > MAX_LENGTH) {
            throw new IllegalArgumentException("a value of %d bytes%s, needs at most %d in all"
                    .formatted(value.length(), mask == null ? "" : " and its mask", MAX_LENGTH));
        }
    }

    /** The specification's field that this is about; empty for another class, or a number it does not use. */
    public Optional<Field> field() {
        return oxmClass == BASIC ? Field.ofNumber(number) : Optional.empty();
    }

    static Oxm read(Reader in) {
        int header = (int) in.u32("oxm header");
        requireRightLength(header);
        int length = header & 0xff;
        boolean masked = isMasked(header);
        return new Oxm(
                header >>> 16,
                numberOf(header),
                in.bytes(masked ? length / 2 : length, "oxm value"),
                masked ? in.bytes(length / 2, "oxm mask") : null);
    }

    /** Refuses a TLV that is not as long as its field, or whose mask is not as long as its value. */
    static void requireRightLength(int header) {
        int length = header & 0xff;
        int parts = isMasked(header) ? 2 : 1;
        int needed = header >>> 16 == BASIC ? Field.lengthOf(numberOf(header)) * parts : 0;
        if (length % parts != 0 || (needed != 0 && length != needed)) {
            throw MalformedMessageException.badLength("oxm %s with length=%d, needs %s"
                    .formatted(nameOf(header >>> 16, numberOf(header)), length, needed == 0 ? "an even one" : needed));
        }
    }

    private static int numberOf(int header) {
        return header >> 9 & 0x7f;
    }

    private static boolean isMasked(int header) {
        return (header >> 8 & 1) == 1;
    }

    void write(Writer out) {
        int length = value.length() + (mask == null ? 0 : mask.length());
        out.u16(oxmClass);
        out.u8(number << 1 | (mask == null ? 0 : 1));
        out.u8(length);
        out.bytes(value);
        if (mask != null) {
            out.bytes(mask);
        }
    }

    @Override
    public String toString() {
        return nameOf(oxmClass, number) + "=" + value + (mask == null ? "" : "/" + mask);
    }

    private static String nameOf(int oxmClass, int number) {
        Optional<Field> field = oxmClass == BASIC ? Field.ofNumber(number) : Optional.empty();
        return field.map(Field::toString).orElse("oxm_" + Integer.toHexString(oxmClass) + "_" + number);
    }
}
