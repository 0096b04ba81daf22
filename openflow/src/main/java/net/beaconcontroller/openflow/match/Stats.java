package net.beaconcontroller.openflow.match;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Tlvs;

/**
 * What a flow, or many flows together, have counted: OpenFlow 1.5.1 section 7.2.4 (ofp_stats). Before 1.5 the versions
 * have fixed fields that say a part of it, and no other can be said there. Counts are unsigned numbers of 64 bits.
 *
 * @param values in the order of the wire
 */
public record Stats(List<Oxs> values) {
    /** Nothing is told. */
    public static final Stats NONE = new Stats(List.of());

    /** What is answered for a count that is not told: all ones, as fixed fields say then. */
    public static final long UNKNOWN = -1;

    private static final int HEADER_LENGTH = 4;

    public Stats {
        values = values instanceof Tlvs ? values : List.copyOf(values);
    }

    /**
     * A flow's: how long it has been there, and what it had.
     *
     * @param durationSeconds whole seconds, 32 bits
     * @param durationNanos the rest, below a second
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
     * What so many flows had together.
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

    /** A statistic of the specification's by its number in {@link Oxs}, or {@link #UNKNOWN}. */
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

    /** Whole seconds; all 32 bits ones if it is not told. */
    public long durationSeconds() {
        return get(Oxs.DURATION) >>> 32;
    }

    /** The rest, below a second; all 32 bits ones if it is not told. */
    public long durationNanos() {
        return get(Oxs.DURATION) & 0xffffffffL;
    }

    /** How many packets, an unsigned number; or {@link #UNKNOWN}. */
    public long packets() {
        return get(Oxs.PACKET_COUNT);
    }

    /** How many bytes those were, an unsigned number; or {@link #UNKNOWN}. */
    public long bytes() {
        return get(Oxs.BYTE_COUNT);
    }

    /** How many flows these are of, 32 bits; or {@link #UNKNOWN}. */
    public long flows() {
        return get(Oxs.FLOW_COUNT);
    }

    /** The structure of OpenFlow 1.5, with the padding behind it. */
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
        int length = HEADER_LENGTH;
        for (Oxs oxs : values) {
            length += HEADER_LENGTH + oxs.value().length();
        }
        return length;
    }

    /** What there is beside these: what fixed fields have no place for. */
    public List<Oxs> beside(int... numbers) {
        return values.stream()
                .filter(oxs -> oxs.oxsClass() != Oxs.BASIC
                        || Arrays.stream(numbers).noneMatch(number -> number == oxs.number()))
                .toList();
    }

    /** What a flow's fixed fields of earlier versions have no place for. */
    public List<Oxs> besideFlow() {
        return beside(Oxs.DURATION, Oxs.PACKET_COUNT, Oxs.BYTE_COUNT);
    }
}
