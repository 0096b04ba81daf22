package net.beaconcontroller.probe.robustness;

import org.HdrHistogram.Histogram;

/**
 * The round trips of a witness during some time, in microseconds.
 *
 * @param count the number of answered packet-ins
 * @param lost the number of packet-ins that were not answered in time
 */
public record RoundTrips(long count, long lost, long median, long percentile99, long maximum) {
    static RoundTrips of(Histogram histogram, long lost) {
        return new RoundTrips(
                histogram.getTotalCount(),
                lost,
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(99),
                histogram.getMaxValue());
    }
}
