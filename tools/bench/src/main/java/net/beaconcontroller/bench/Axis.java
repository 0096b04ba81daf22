package net.beaconcontroller.bench;

import java.util.OptionalDouble;
import net.beaconcontroller.net.Words;
import org.HdrHistogram.Histogram;

/** The parameter that varies between the points of a plot. */
public enum Axis {
    /** Event loops of the controller: Fig. 4b of the Beacon paper. */
    LOOPS("Throughput by the number of event loops"),
    /** Fig. 5 of the 2013 study. */
    SWITCHES("Throughput by the number of switches"),
    /** Fig. 6 of the 2013 study. */
    HOSTS("Throughput by the number of hosts of a switch"),
    /** Table 2 and Fig. 4a of the Beacon paper. */
    DESIGNS("Throughput by how messages are read and written"),
    /** A single application, and pipelines of several applications. */
    APPLICATIONS("Throughput by applications"),
    /** Fig. 4c of the Beacon paper. */
    LATENCY("Latency of one packet-in at a time"),
    /** Fig. 4a of the Beacon paper. */
    CONTROLLERS("Throughput of each controller");

    private final String title;

    Axis(String title) {
        this.title = title;
    }

    /** Returns the keyword on the command line and in results. */
    public String keyword() {
        return Words.of(this);
    }

    /** Returns the title of the plot. */
    public String title() {
        return title;
    }

    /** Returns whether the axis is numeric rather than categorical. */
    public boolean isNumeric() {
        return this == LOOPS || this == SWITCHES || this == HOSTS;
    }

    /** Returns the compared value: answers per second, or the median latency in microseconds; empty if not measured. */
    public OptionalDouble value(Metrics metrics) {
        return this == LATENCY ? percentileMicros(metrics, 50) : OptionalDouble.of(metrics.answersPerSecond());
    }

    /** Returns a percentile of the latency in microseconds; empty if not measured. */
    public static OptionalDouble percentileMicros(Metrics metrics, double percentile) {
        return metrics.latency()
                .filter(histogram -> histogram.getTotalCount() > 0)
                .map((Histogram histogram) -> OptionalDouble.of(histogram.getValueAtPercentile(percentile) / 1000.0))
                .orElse(OptionalDouble.empty());
    }
}
