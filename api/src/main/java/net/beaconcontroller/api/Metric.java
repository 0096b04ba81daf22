package net.beaconcontroller.api;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A metric of an application at one moment, see {@link MetricSource}. Names follow the conventions of Prometheus: words
 * in lower case, joined by underscores, with the unit at the end, such as {@code queue_bytes}. A counter is shown with
 * the suffix {@code _total}, which its name here does not have.
 *
 * @param name its name within the application
 * @param help the meaning of the values, as a sentence
 * @param labels the names of its labels; empty if it has one value
 * @param samples the values, each with the values of all labels
 */
public record Metric(Type type, String name, String help, List<String> labels, List<Sample> samples) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*");
    private static final List<String> RESERVED_SUFFIXES = List.of("_total", "_created", "_bucket", "_info");

    /** How the values change. */
    public enum Type {
        /** A value that only increases while the application runs. */
        COUNTER,
        /** A value that can increase and decrease. */
        GAUGE
    }

    /**
     * A value.
     *
     * @param labelValues in the order of {@link Metric#labels}
     */
    public record Sample(List<String> labelValues, double value) {
        public Sample {
            labelValues = List.copyOf(labelValues);
        }
    }

    /**
     * Creates a metric.
     *
     * @throws IllegalArgumentException if a name has another form, the help text is empty, or a sample has another
     *     number of labels
     */
    public Metric {
        requireName("metric", name);
        RESERVED_SUFFIXES.stream().filter(name::endsWith).findFirst().ifPresent(suffix -> {
            throw new IllegalArgumentException(
                    "metric %s: the suffix %s is reserved; needs a name without it".formatted(name, suffix));
        });
        if (help.isBlank()) {
            throw new IllegalArgumentException("metric %s: has no help text; needs a sentence".formatted(name));
        }
        labels = List.copyOf(labels);
        labels.forEach(label -> requireName("label", label));
        samples = List.copyOf(samples);
        for (Sample sample : samples) {
            if (sample.labelValues.size() != labels.size()) {
                throw new IllegalArgumentException(
                        "metric %s: a sample has the label values %s; needs one for each of %s"
                                .formatted(name, sample.labelValues, labels));
            }
        }
    }

    private static void requireName(String kind, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "%s %s: needs words of lower-case letters and digits, joined by underscores".formatted(kind, name));
        }
    }

    /** Returns a counter with one value. */
    public static Metric counter(String name, String help, double value) {
        return new Metric(Type.COUNTER, name, help, List.of(), List.of(new Sample(List.of(), value)));
    }

    /** Returns a counter with a value for each key of a map; the label's values are the keys in lower case. */
    public static Metric counter(String name, String help, String label, Map<?, ? extends Number> values) {
        return new Metric(Type.COUNTER, name, help, List.of(label), samples(values));
    }

    /** Returns a gauge with one value. */
    public static Metric gauge(String name, String help, double value) {
        return new Metric(Type.GAUGE, name, help, List.of(), List.of(new Sample(List.of(), value)));
    }

    /** Returns a gauge with a value for each key of a map; the label's values are the keys in lower case. */
    public static Metric gauge(String name, String help, String label, Map<?, ? extends Number> values) {
        return new Metric(Type.GAUGE, name, help, List.of(label), samples(values));
    }

    private static List<Sample> samples(Map<?, ? extends Number> values) {
        return values.entrySet().stream()
                .map(entry -> new Sample(
                        List.of(String.valueOf(entry.getKey()).toLowerCase(Locale.ROOT)),
                        entry.getValue().doubleValue()))
                .toList();
    }
}
