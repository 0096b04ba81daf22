package net.beaconcontroller.openflow.match;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Tlvs;

/**
 * The statistics of a flow, or of several flows, OpenFlow 1.5.1 section 7.2.4 (ofp_stats). Versions before 1.5 have
 * fixed fields for some of them. Counts are unsigned 64-bit numbers.
 *
 * @param values in wire order
 */
public record Stats(List<Oxs> values) {
    /** No statistics. */
    public static final Stats NONE = new Stats(List.of());

    /** The result for a count that is absent: all bits set, as in the fixed fields of earlier versions. */
    public static final long UNKNOWN = -1;

    private static final int HEADER_LENGTH = 4;

    public Stats {
        values = values instanceof Tlvs ? values : List.copyOf(values);
    }

    /**
     * Returns the statistics of a flow.
     *
     * @param durationSeconds whole seconds, 32 bits
     * @param durationNanos nanoseconds beyond the seconds
     * @param packets an unsigned number
     * @param bytes an unsigned number
     */
    public static Stats of(long durationSeconds, long durationNanos, long packets, long bytes) {
        byte[] array = new byte[3 * (HEADER_LENGTH + Long.BYTES)];
        int at = Oxs.put(array, 0, Oxs.DURATION, durationSeconds << 32 | durationNanos);
        at = Oxs.put(array, at, Oxs.PACKET_COUNT, packets);
        Oxs.put(array, at, Oxs.BYTE_COUNT, bytes);
        return new Stats(new Tlvs<>(array, Oxs.CODEC));
    }

    /**
     * Returns the aggregate statistics of flows.
     *
     * @param packets an unsigned number
     * @param bytes an unsigned number
     * @param flows 32 bits
     */
    public static Stats ofFlows(long packets, long bytes, long flows) {
        byte[] array = new byte[2 * (HEADER_LENGTH + Long.BYTES) + HEADER_LENGTH + Integer.BYTES];
        int at = Oxs.put(array, 0, Oxs.PACKET_COUNT, packets);
        at = Oxs.put(array, at, Oxs.BYTE_COUNT, bytes);
        Oxs.put(array, at, Oxs.FLOW_COUNT, flows);
        return new Stats(new Tlvs<>(array, Oxs.CODEC));
    }

    /** Returns the value of a statistic of the specification by its number in {@link Oxs}, or {@link #UNKNOWN}. */
    public long get(int number) {
        if (values instanceof Tlvs<Oxs> tlvs) {
            return tlvs.number(Tlvs.header(Oxs.BASIC, number, 0), Tlvs.TYPE, UNKNOWN);
        }
        for (Oxs oxs : values) {
            if (oxs.oxsClass() == Oxs.BASIC && oxs.number() == number) {
                return oxs.value().toLong();
            }
        }
        return UNKNOWN;
    }

    /** Returns the seconds of the duration; all 32 bits set if it is absent. */
    public long durationSeconds() {
        return get(Oxs.DURATION) >>> 32;
    }

    /** Returns the nanoseconds beyond the seconds of the duration; all 32 bits set if it is absent. */
    public long durationNanos() {
        return get(Oxs.DURATION) & 0xffffffffL;
    }

    /** Returns the packet count, an unsigned number, or {@link #UNKNOWN}. */
    public long packets() {
        return get(Oxs.PACKET_COUNT);
    }

    /** Returns the byte count, an unsigned number, or {@link #UNKNOWN}. */
    public long bytes() {
        return get(Oxs.BYTE_COUNT);
    }

    /** Returns the number of flows, 32 bits, or {@link #UNKNOWN}. */
    public long flows() {
        return get(Oxs.FLOW_COUNT);
    }

    /** Visits the structure of OpenFlow 1.5 and the padding after it. */
    public static <T> Stats visit(FieldVisitor<T> f, Function<? super T, Stats> get) {
        Stats stats = f.one("stats", get, Stats::visit);
        f.pad(-stats.length() & 7);
        return stats;
    }

    private static Stats visit(FieldVisitor<Stats> f) {
        f.pad(2);
        f.length("length");
        return new Stats(f.tlvs("oxs_fields", Stats::values, Oxs.CODEC));
    }

    private int length() {
        if (values instanceof Tlvs<Oxs> tlvs) {
            return HEADER_LENGTH + tlvs.length();
        }
        return HEADER_LENGTH
                + values.stream()
                        .mapToInt(oxs -> HEADER_LENGTH + oxs.value().length())
                        .sum();
    }

    /** Returns the statistics with other numbers, for which a version has no fixed fields. */
    public List<Oxs> beside(int... numbers) {
        return values.stream()
                .filter(oxs -> oxs.oxsClass() != Oxs.BASIC
                        || Arrays.stream(numbers).noneMatch(number -> number == oxs.number()))
                .toList();
    }

    /** Returns the statistics for which the fixed fields of a flow have no place. */
    public List<Oxs> besideFlow() {
        return beside(Oxs.DURATION, Oxs.PACKET_COUNT, Oxs.BYTE_COUNT);
    }
}
