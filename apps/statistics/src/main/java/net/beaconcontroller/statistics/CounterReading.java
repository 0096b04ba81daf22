package net.beaconcontroller.statistics;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The counters of a port, queue, group, meter or table at one time. Immutable. */
final class CounterReading {
    /** The age of counters whose age the switch does not report. */
    static final long UNKNOWN_AGE = -1;

    /** The value of a counter that the switch does not have: all bits set. */
    private static final long UNSUPPORTED = -1;

    private static final long UNKNOWN_SECONDS = 0xffff_ffffL;
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final long nanos;
    private final long ageNanos;
    private final long[] counts;

    /**
     * Creates a reading.
     *
     * @param nanos when the reply arrived
     * @param ageNanos how long the switch had counted, or {@link #UNKNOWN_AGE}
     * @param counts unsigned numbers
     */
    CounterReading(long nanos, long ageNanos, long... counts) {
        this.nanos = nanos;
        this.ageNanos = ageNanos;
        this.counts = counts;
    }

    /** Returns the age that the duration fields of a reply state. */
    static long age(long seconds, long nanos) {
        return seconds == UNKNOWN_SECONDS ? UNKNOWN_AGE : TimeUnit.SECONDS.toNanos(seconds) + nanos;
    }

    /** Returns the sum of counts, without those that the switch does not have. */
    static long sum(long... counts) {
        return Arrays.stream(counts).allMatch(count -> count == UNSUPPORTED)
                ? UNSUPPORTED
                : Arrays.stream(counts).filter(count -> count != UNSUPPORTED).sum();
    }

    /**
     * Returns the increase of each counter per second since an earlier reading. NaN for a counter that the switch does
     * not have; NaN for all of them without an earlier reading, or if the counters were reset after it.
     */
    double[] ratesSince(@Nullable CounterReading before) {
        double[] rates = new double[counts.length];
        Arrays.fill(rates, Double.NaN);
        if (before == null || wasResetSince(before)) {
            return rates;
        }
        double seconds = secondsSince(before);
        for (int i = 0; i < counts.length && seconds > 0; i++) {
            if (isCounted(i) && before.isCounted(i)) {
                rates[i] = unsigned(counts[i] - before.counts[i]) / seconds;
            }
        }
        return rates;
    }

    private boolean isCounted(int index) {
        return counts[index] != UNSUPPORTED;
    }

    /** Returns whether the counters were reset after an earlier reading, or are those of a new object. */
    boolean wasResetSince(CounterReading before) {
        if (ageNanos != UNKNOWN_AGE && ageNanos < before.ageNanos) {
            return true;
        }
        for (int i = 0; i < counts.length; i++) {
            if (isCounted(i) && before.isCounted(i) && Long.compareUnsigned(counts[i], before.counts[i]) < 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns the reading at the time when the counters were 0, if the age is known. */
    @Nullable
    CounterReading whenAdded() {
        return ageNanos == UNKNOWN_AGE ? null : new CounterReading(nanos - ageNanos, 0, new long[counts.length]);
    }

    /**
     * Returns the seconds since an earlier reading: by the clock of the switch, which does not include the delays of
     * the replies, or by their arrival if that clock counts whole seconds only, or is unknown.
     */
    private double secondsSince(CounterReading before) {
        boolean isPrecise = before.ageNanos != UNKNOWN_AGE
                && ageNanos > before.ageNanos
                && (ageNanos % SECOND_NANOS != 0 || before.ageNanos % SECOND_NANOS != 0);
        return (isPrecise ? ageNanos - before.ageNanos : nanos - before.nanos) / 1e9;
    }

    /** Returns an unsigned number as a floating-point number. */
    private static double unsigned(long value) {
        return value >= 0 ? value : (value >>> 1) * 2.0;
    }
}
