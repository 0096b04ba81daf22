package net.beaconcontroller.probe;

import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * What became of the packet-ins of one or several switches.
 *
 * @param sent the packet-ins that were sent
 * @param roundTrips the microseconds from a packet-in to its answer, for each that was answered
 */
public record PacketInStatistics(long sent, Histogram roundTrips) {
    private static final int DIGITS = 3;
    private static final double MICROS_PER_MILLI = 1000;

    static Histogram histogram() {
        return new Histogram(DIGITS);
    }

    /** Returns the statistics of no packet-ins. */
    public static PacketInStatistics none() {
        return new PacketInStatistics(0, histogram());
    }

    /** Returns the number of packet-ins that were answered. */
    public long answered() {
        return roundTrips.getTotalCount();
    }

    /** Returns the number of packet-ins that have not been answered, or not yet. */
    public long lost() {
        return sent - answered();
    }

    /** Returns a percentile of the round trips in milliseconds; 0 if no packet-in was answered. */
    public double percentileMillis(double percentile) {
        return roundTrips.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
    }

    /** Returns the statistics of the packet-ins of both. */
    public PacketInStatistics plus(PacketInStatistics other) {
        Histogram both = roundTrips.copy();
        both.add(other.roundTrips);
        return new PacketInStatistics(sent + other.sent, both);
    }

    /** Returns one line for people. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d packet-ins sent, %,d answered, %,d lost; round trip ms: 50 %% %.2f, 99 %% %.2f, longest %.2f",
                sent,
                answered(),
                lost(),
                percentileMillis(50),
                percentileMillis(99),
                percentileMillis(100));
    }
}
