package net.beaconcontroller.openflow;

import java.util.Locale;
import java.util.Optional;
import net.beaconcontroller.common.ByteAccess;
import org.jspecify.annotations.Nullable;

/**
 * What a match says of one field, or a set-field action sets: an OXM TLV, OpenFlow 1.5.1 section 7.2.3.2; from OpenFlow
 * 1.2 on, and translated in 1.0. FieldVisitor that this library does not know are carried like the others.
 *
 * @param oxmClass an OFPXMC_ number, 16 bits: {@link #BASIC} for the specification's own fields, {@link #EXPERIMENTER}
 *     for a vendor's
 * @param number the field's number within its class, 0 to 127; {@link Field#number} in class {@link #BASIC}
 * @param experimenter for class {@link #EXPERIMENTER} the vendor's 32-bit id, else 0
 * @param value in network order
 * @param mask as long as the value, or null for all bits
 */
public record Oxm(
        int oxmClass,
        int number,
        long experimenter,
        Bytes value,
        @Nullable Bytes mask) {
    /** OFPXMC_OPENFLOW_BASIC: the specification's own fields, which are the constants of {@link Field}. */
    public static final int BASIC = 0x8000;

    /** OFPXMC_EXPERIMENTER: a vendor's fields. */
    public static final int EXPERIMENTER = 0xffff;

    static final int HEADER_LENGTH = 4;

    /** In the header: a mask follows the value. */
    static final int MASKED = 1 << 8;

    static final StructLayout<Oxm> LAYOUT = Oxm::visit;
    static final Tlvs.Maker<Oxm> MAKER = Oxm::make;

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
        if (length(oxmClass, value, mask) > MAX_LENGTH) {
            throw new IllegalArgumentException("a value of %d bytes%s, needs at most %d in all"
                    .formatted(value.length(), mask == null ? "" : " and its mask", MAX_LENGTH));
        }
    }

    /** A field of the specification, or of another class than the experimenters'. */
    public Oxm(int oxmClass, int number, Bytes value, @Nullable Bytes mask) {
        this(oxmClass, number, 0, value, mask);
    }

    /** The specification's field that this is about; empty for another class, or a number it does not use. */
    public Optional<Field> field() {
        return oxmClass == BASIC ? Field.ofNumber(number) : Optional.empty();
    }

    private static int length(int oxmClass, Bytes value, @Nullable Bytes mask) {
        return (oxmClass == EXPERIMENTER ? 4 : 0) + value.length() * (mask == null ? 1 : 2);
    }

    private static Oxm visit(FieldVisitor<Oxm> f) {
        return f.oxm();
    }

    static Oxm read(FieldReader<?> in) {
        int start = in.position();
        check(in);
        return make(in.array(), start);
    }

    /** Goes over one, and refuses it if its length is not right. */
    static void check(FieldReader<?> in) {
        int start = in.position();
        int header = in.u32("oxm");
        String wrong = wrongLength(header);
        if (wrong != null) {
            throw in.refusal(in.wrongOxm(), "length", start + 3, wrong);
        }
        int oxmClass = header >>> 16;
        int length = header & 0xff;
        boolean vendor = oxmClass == EXPERIMENTER;
        if (vendor) {
            in.u32("experimenter");
        }
        int valueLength = (length - (vendor ? 4 : 0)) / (isMasked(header) ? 2 : 1);
        in.skip(valueLength, "value");
        in.skip(isMasked(header) ? valueLength : 0, "mask");
    }

    /** What the TLV says that begins here, and was checked. */
    private static Oxm make(byte[] array, int at) {
        int header = ByteAccess.getInt(array, at);
        int oxmClass = header >>> 16;
        boolean vendor = oxmClass == EXPERIMENTER;
        int start = at + HEADER_LENGTH + (vendor ? 4 : 0);
        int length = ((header & 0xff) - (vendor ? 4 : 0)) / (isMasked(header) ? 2 : 1);
        return new Oxm(
                oxmClass,
                numberOf(header),
                vendor ? ByteAccess.getUnsignedInt(array, at + HEADER_LENGTH) : 0,
                Bytes.of(array, start, length),
                isMasked(header) ? Bytes.of(array, start + length, length) : null);
    }

    /** What is wrong with the length of a TLV: it is not as its field is long, or its mask is not as its value. */
    static @Nullable String wrongLength(int header) {
        int length = header & 0xff;
        int parts = isMasked(header) ? 2 : 1;
        int oxmClass = header >>> 16;
        int needed = oxmClass == BASIC ? Field.lengthOf(numberOf(header)) * parts : 0;
        if (needed != 0 && length != needed) {
            return "%d for %s, needs %d".formatted(length, nameOf(oxmClass, numberOf(header)), needed);
        }
        if (oxmClass == EXPERIMENTER && length < 4) {
            return "%d, needs at least 4 for the experimenter".formatted(length);
        }
        return length % parts == 0 ? null : "%d, needs an even one for a value and its mask".formatted(length);
    }

    /** What a TLV of this field begins with. */
    static int header(Field field) {
        return Tlvs.header(BASIC, field.number(), field.length());
    }

    /** The same with a mask. */
    static int masked(int header) {
        return header + (header & 0xff) | MASKED;
    }

    private static int numberOf(int header) {
        return header >> 9 & 0x7f;
    }

    private static boolean isMasked(int header) {
        return (header & MASKED) != 0;
    }

    void write(Writer out) {
        out.u16(oxmClass);
        out.u8(number << 1 | (mask == null ? 0 : 1));
        out.u8(length(oxmClass, value, mask));
        if (oxmClass == EXPERIMENTER) {
            out.u32(experimenter);
        }
        out.bytes(value);
        if (mask != null) {
            out.bytes(mask);
        }
    }

    /** As {@code ovs-ofctl} writes it, such as {@code nw_dst=10.0.0.0/8}. */
    @Override
    public String toString() {
        return Notation.print(this);
    }

    /** What the specification calls the field, or {@code oxm_} with class and number. */
    String specificationName() {
        return field().map(field -> field.name().toLowerCase(Locale.ROOT)).orElseGet(this::name);
    }

    /** What {@code ovs-ofctl} calls the field, or {@code oxm_} with class and number. */
    String name() {
        return nameOf(oxmClass, number);
    }

    private static String nameOf(int oxmClass, int number) {
        Optional<Field> field = oxmClass == BASIC ? Field.ofNumber(number) : Optional.empty();
        return field.map(Field::notation).orElse("oxm_" + Integer.toHexString(oxmClass) + "_" + number);
    }
}
