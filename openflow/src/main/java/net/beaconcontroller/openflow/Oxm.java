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

    public Oxm {
        if (mask != null && mask.length() != value.length()) {
            throw new IllegalArgumentException(
                    "a mask of %d bytes for a value of %d".formatted(mask.length(), value.length()));
        }
    }

    /** The specification's field that this is about; empty for another class, or a number it does not use. */
    public Optional<Field> field() {
        return oxmClass == BASIC ? Field.ofNumber(number) : Optional.empty();
    }

    static Oxm read(Reader in) {
        int oxmClass = in.u16("oxm_class");
        int fieldAndMask = in.u8("oxm_field");
        int length = in.u8("oxm_length");
        boolean masked = (fieldAndMask & 1) == 1;
        var oxm = new Oxm(
                oxmClass,
                fieldAndMask >> 1,
                in.bytes(masked ? length / 2 : length, "oxm value"),
                masked ? in.bytes(length / 2, "oxm mask") : null);
        oxm.field().ifPresent(field -> {
            if (oxm.value.length() != field.length() || (masked && length % 2 == 1)) {
                throw MalformedMessageException.badLength(
                        "oxm %s with length=%d, needs %d".formatted(field, length, field.length() * (masked ? 2 : 1)));
            }
        });
        return oxm;
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
        String name = field().map(Field::toString).orElse("oxm_" + Integer.toHexString(oxmClass) + "_" + number);
        return name + "=" + value + (mask == null ? "" : "/" + mask);
    }
}
