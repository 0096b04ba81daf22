package net.beaconcontroller.openflow.match;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.notation.NotationValues;
import net.beaconcontroller.openflow.wire.FieldReader;
import net.beaconcontroller.openflow.wire.PrintedValue;
import net.beaconcontroller.openflow.wire.TlvCodec;
import net.beaconcontroller.openflow.wire.Tlvs;
import org.jspecify.annotations.Nullable;

/**
 * An OXM TLV: a field with its value and mask in a match or a set-field action, OpenFlow 1.5.1 section 7.2.3.2;
 * OpenFlow 1.2 and later, translated in 1.0. Unknown fields are kept.
 *
 * @param oxmClass an OFPXMC_ number, 16 bits: {@link #BASIC} for fields of the specification, {@link #EXPERIMENTER} for
 *     fields of a vendor
 * @param number the field number within the class, 0 to 127; {@link Field#number} in class {@link #BASIC}
 * @param experimenter the 32-bit experimenter id in class {@link #EXPERIMENTER}, else 0
 * @param value in network byte order
 * @param mask of the same length as the value, or null for an exact match
 */
public record Oxm(
        int oxmClass,
        int number,
        long experimenter,
        Bytes value,
        @Nullable Bytes mask) {
    /** OFPXMC_OPENFLOW_BASIC: the fields of the specification, see {@link Field}. */
    public static final int BASIC = 0x8000;

    /** OFPXMC_EXPERIMENTER: fields of a vendor. */
    public static final int EXPERIMENTER = 0xffff;

    public static final int HEADER_LENGTH = 4;

    /** In the header: the value is followed by a mask. */
    static final int MASKED = 1 << 8;

    /** Reads, writes and prints fields. */
    public static final TlvCodec<Oxm> CODEC = new Codec();

    /** Maximum of the length field. */
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

    /** Creates a field of a class other than {@link #EXPERIMENTER}. */
    public Oxm(int oxmClass, int number, Bytes value, @Nullable Bytes mask) {
        this(oxmClass, number, 0, value, mask);
    }

    /** Returns the field of the specification; empty for another class or an unknown number. */
    public Optional<Field> field() {
        return oxmClass == BASIC ? Field.ofNumber(number) : Optional.empty();
    }

    private static int length(int oxmClass, Bytes value, @Nullable Bytes mask) {
        return (oxmClass == EXPERIMENTER ? 4 : 0) + value.length() * (mask == null ? 1 : 2);
    }

    /** Returns why the length in a header is wrong for its field or mask, or null if it is right. */
    public static @Nullable String wrongLength(int header) {
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

    /** Returns the header of a TLV of this field without a mask. */
    public static int header(Field field) {
        return Tlvs.header(BASIC, field.number(), field.length());
    }

    /** Returns the header with a mask. */
    static int masked(int header) {
        return header + (header & 0xff) | MASKED;
    }

    private static int numberOf(int header) {
        return header >> 9 & 0x7f;
    }

    private static boolean isMasked(int header) {
        return (header & MASKED) != 0;
    }

    /** Returns the field in the notation of {@code ovs-ofctl}, such as {@code nw_dst=10.0.0.0/8}. */
    @Override
    public String toString() {
        return MatchPrinter.oxm(this, true);
    }

    /** Returns the name and the values for programs. */
    Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("field", specificationName());
        if (oxmClass == EXPERIMENTER) {
            fields.put("experimenter", experimenter);
        }
        fields.put("value", plain(value));
        if (mask != null) {
            fields.put("mask", plain(mask));
        }
        return fields;
    }

    /** Returns a number, the text of an address, or the hexadecimal digits of the value of an unknown field. */
    private Object plain(Bytes bytes) {
        Field field = field().orElse(null);
        if (field == null) {
            return bytes.toString();
        }
        return OxmNotation.isAddress(field) ? OxmNotation.print(field, bytes) : NotationValues.unsigned(bytes.toLong());
    }

    /** Returns the name of the field in the specification, or {@code oxm_} with class and number. */
    public String specificationName() {
        return field().map(field -> field.name().toLowerCase(Locale.ROOT)).orElseGet(this::name);
    }

    /** Returns the name of the field in {@code ovs-ofctl}, or {@code oxm_} with class and number. */
    String name() {
        return nameOf(oxmClass, number);
    }

    private static String nameOf(int oxmClass, int number) {
        Optional<Field> field = oxmClass == BASIC ? Field.ofNumber(number) : Optional.empty();
        return field.map(Field::notation).orElse("oxm_" + Integer.toHexString(oxmClass) + "_" + number);
    }

    private static final class Codec implements TlvCodec<Oxm> {
        @Override
        public void check(FieldReader<?> in) {
            int start = in.position();
            int header = in.u32("oxm");
            String wrong = wrongLength(header);
            if (wrong != null) {
                ErrorCode error =
                        in.lengthError() == ErrorCode.BAD_ACTION_LEN ? ErrorCode.BAD_SET_LEN : in.lengthError();
                throw in.refusal(error, "length", start + 3, wrong);
            }
            int length = header & 0xff;
            boolean vendor = header >>> 16 == EXPERIMENTER;
            if (vendor) {
                in.u32("experimenter");
            }
            int valueLength = (length - (vendor ? 4 : 0)) / (isMasked(header) ? 2 : 1);
            in.skip(valueLength, "value");
            in.skip(isMasked(header) ? valueLength : 0, "mask");
        }

        @Override
        public Oxm decode(byte[] array, int at) {
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

        @Override
        public void write(Oxm oxm, Writer out, Version version) {
            out.u16(oxm.oxmClass);
            out.u8(oxm.number << 1 | (oxm.mask == null ? 0 : 1));
            out.u8(length(oxm.oxmClass, oxm.value, oxm.mask));
            if (oxm.oxmClass == EXPERIMENTER) {
                out.u32(oxm.experimenter);
            }
            out.bytes(oxm.value);
            if (oxm.mask != null) {
                out.bytes(oxm.mask);
            }
        }

        @Override
        public PrintedValue print(Oxm oxm) {
            return new PrintedValue(oxm.fields(), oxm.toString());
        }
    }
}
