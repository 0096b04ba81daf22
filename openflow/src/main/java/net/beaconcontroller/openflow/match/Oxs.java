package net.beaconcontroller.openflow.match;

import java.util.LinkedHashMap;
import java.util.List;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.wire.FieldReader;
import net.beaconcontroller.openflow.wire.PrintedValue;
import net.beaconcontroller.openflow.wire.TlvCodec;
import net.beaconcontroller.openflow.wire.Tlvs;

/**
 * An OXS TLV: one statistic of a flow, OpenFlow 1.5.1 section 7.2.4.2; OpenFlow 1.5, translated before. Unknown
 * statistics are kept.
 *
 * @param oxsClass an OFPXSC_ number, 16 bits: {@link #BASIC} for statistics of the specification, 0xffff for those of a
 *     vendor
 * @param number the number of the statistic within the class, 0 to 127
 * @param reserved the reserved bit, 0
 * @param value an unsigned number in network byte order; in class 0xffff it begins with the 32-bit experimenter id
 */
public record Oxs(int oxsClass, int number, int reserved, Bytes value) {
    /** OFPXSC_OPENFLOW_BASIC: the statistics of the specification, which are the constants below. */
    public static final int BASIC = 0x8002;

    /** OFPXST_OFB_DURATION: the time since the flow was installed, 32 bits of seconds and 32 bits of nanoseconds. */
    public static final int DURATION = 0;

    /**
     * OFPXST_OFB_IDLE_TIME: the time since the last packet of the flow, 32 bits of seconds and 32 bits of nanoseconds.
     */
    public static final int IDLE_TIME = 1;

    /** OFPXST_OFB_FLOW_COUNT: the number of aggregated flows, 32 bits. */
    public static final int FLOW_COUNT = 3;

    /** OFPXST_OFB_PACKET_COUNT, 64 bits. */
    public static final int PACKET_COUNT = 4;

    /** OFPXST_OFB_BYTE_COUNT, 64 bits. */
    public static final int BYTE_COUNT = 5;

    /** Reads, writes and prints statistics. */
    public static final TlvCodec<Oxs> CODEC = new Codec();

    private static final List<String> NAMES =
            List.of("duration", "idle_time", "", "flow_count", "packet_count", "byte_count");
    private static final int[] LENGTHS = {8, 8, 0, 4, 8, 8};

    public Oxs {
        int needed = oxsClass == BASIC ? lengthOf(number) : 0;
        if (needed != 0 && value.length() != needed) {
            throw new IllegalArgumentException(
                    "%s with a value of %d bytes, needs %d".formatted(NAMES.get(number), value.length(), needed));
        }
        if (value.length() > 0xff) {
            throw new IllegalArgumentException("a value of %d bytes, needs at most 255".formatted(value.length()));
        }
    }

    /** Returns a statistic of the specification. */
    public static Oxs of(int number, long value) {
        return new Oxs(BASIC, number, 0, Bytes.ofLong(value, lengthOf(number)));
    }

    /** Writes a statistic of the specification and returns the index after it. */
    static int put(byte[] array, int at, int number, long value) {
        return Tlvs.put(array, at, Tlvs.header(BASIC, number, lengthOf(number)), value);
    }

    /** Returns the number of the statistic of the specification with this name, or -1. */
    public static int numberOf(String name) {
        return NAMES.indexOf(name);
    }

    private static int lengthOf(int number) {
        return number < LENGTHS.length ? LENGTHS[number] : 0;
    }

    /** Returns the name of the statistic, or {@code oxs_} with class and number. */
    public String name() {
        String name = oxsClass == BASIC && number < NAMES.size() ? NAMES.get(number) : "";
        return name.isEmpty() ? "oxs_" + Integer.toHexString(oxsClass) + "_" + number : name;
    }

    /** Returns the name and the value, such as {@code packet_count=7}. */
    @Override
    public String toString() {
        if (oxsClass == BASIC && number <= IDLE_TIME) {
            long time = value.toLong();
            return "%s=%d.%09ds".formatted(name(), time >>> 32, time & 0xffffffffL);
        }
        boolean known = oxsClass == BASIC && lengthOf(number) != 0;
        return name() + "=" + (known ? Long.toUnsignedString(value.toLong()) : value);
    }

    private static final class Codec implements TlvCodec<Oxs> {
        @Override
        public void check(FieldReader<?> in) {
            int start = in.position();
            int header = in.u32("oxs");
            int length = header & 0xff;
            int number = header >> 9 & 0x7f;
            int needed = header >>> 16 == BASIC ? lengthOf(number) : 0;
            if (needed != 0 && length != needed) {
                throw in.refusal(
                        ErrorCode.BAD_LEN,
                        "length",
                        start + 3,
                        "%d for %s, needs %d".formatted(length, NAMES.get(number), needed));
            }
            in.skip(length, "value");
        }

        @Override
        public Oxs decode(byte[] array, int at) {
            int header = ByteAccess.getInt(array, at);
            Bytes value = Bytes.of(array, at + Tlvs.HEADER_LENGTH, header & 0xff);
            return new Oxs(header >>> 16, header >> 9 & 0x7f, header >> 8 & 1, value);
        }

        @Override
        public void write(Oxs oxs, Writer out, Version version) {
            out.u16(oxs.oxsClass);
            out.u8(oxs.number << 1 | oxs.reserved);
            out.u8(oxs.value.length());
            out.bytes(oxs.value);
        }

        @Override
        public PrintedValue print(Oxs oxs) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("statistic", oxs.name());
            fields.put("value", oxs.value.toString());
            return new PrintedValue(fields, oxs.toString());
        }
    }
}
