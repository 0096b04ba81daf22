package net.beaconcontroller.probe.robustness;

import net.beaconcontroller.probe.PacketInStatistics;
import org.HdrHistogram.Histogram;

/**
 * The round trips of a witness during some time, or of the switches of a scenario, in microseconds.
 *
 * @param count the number of answered packet-ins
 * @param lost the number of packet-ins that were not answered in time
 */
public record RoundTrips(long count, long lost, long median, long percentile99, long maximum) {
    static RoundTrips of(PacketInStatistics statistics) {
        return of(statistics.roundTrips(), statistics.lost());
    }

    static RoundTrips of(Histogram histogram, long lost) {
        return new RoundTrips(
                histogram.getTotalCount(),
                lost,
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(99),
                histogram.getMaxValue());
    }
}
