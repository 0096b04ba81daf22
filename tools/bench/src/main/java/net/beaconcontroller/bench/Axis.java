package net.beaconcontroller.bench;

import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** What is varied from point to point, and so what a plot is about. */
public enum Axis {
    /** Threads of the controller: Fig. 4b of Beacon's paper. */
    LOOPS("loops", "Throughput by the number of event loops"),
    /** Fig. 5 of the study of 2013. */
    SWITCHES("switches", "Throughput by the number of switches"),
    /** Fig. 6 of the study of 2013. */
    HOSTS("hosts", "Throughput by the number of hosts of a switch"),
    /** Table 2 and Fig. 4a of Beacon's paper. */
    DESIGNS("designs", "Throughput by how messages are read and written"),
    /** One application that does all by itself, and several that each do a part of it. */
    APPLICATIONS("applications", "Throughput by applications"),
    /** Fig. 4c of Beacon's paper. */
    LATENCY("latency", "Latency of one packet-in at a time"),
    /** Fig. 4a of Beacon's paper. */
    CONTROLLERS("controllers", "Throughput of each controller");

    private final String word;
    private final String title;

    Axis(String word, String title) {
        this.word = word;
        this.title = title;
    }

    /** As a person types it. */
    public String word() {
        return word;
    }

    /** Of its plot. */
    public String title() {
        return title;
    }

    /** Whether the points lie on a line of numbers, rather than being a few different things. */
    public boolean isNumeric() {
        return this == LOOPS || this == SWITCHES || this == HOSTS;
    }

    /** Where a point lies, if that is a number. */
    public double x(Point point) {
        return switch (this) {
            case LOOPS -> point.contender().loops();
            case SWITCHES -> point.load().switches();
            case HOSTS -> point.load().hosts();
            case DESIGNS, APPLICATIONS, LATENCY, CONTROLLERS -> 0;
        };
    }

    /** What is compared: answers a second, or the median latency in microseconds. Empty where that was not measured. */
    public OptionalDouble value(Metrics figures) {
        return this == LATENCY ? percentileMicros(figures, 50) : OptionalDouble.of(figures.answersPerSecond());
    }

    /** A percentile of the latency in microseconds. */
    public static OptionalDouble percentileMicros(Metrics figures, double percentile) {
        return figures.latency()
                .filter(histogram -> histogram.getTotalCount() > 0)
                .map((Histogram histogram) -> OptionalDouble.of(histogram.getValueAtPercentile(percentile) / 1000.0))
                .orElse(OptionalDouble.empty());
    }
}
