package net.beaconcontroller.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The summary of all measurements of a point.
 *
 * @param value the compared value, see {@link Axis#value}
 * @param toBaseline the ratio to the baseline of the same repeat and load
 * @param toFirst the ratio to the first point of the axis in the same repeat
 * @param metrics the metrics of successful measurements
 * @param failures the reasons of failed measurements
 */
public record PointSummary(
        Point point,
        Optional<MinMedianMax> value,
        Optional<MinMedianMax> toBaseline,
        Optional<MinMedianMax> toFirst,
        List<Metrics> metrics,
        List<String> failures) {

    /** Returns a summary for each point, in the order of their first measurements. */
    public static List<PointSummary> of(List<Result> measurements) {
        var byPoint = new LinkedHashMap<Point, List<Result>>();
        measurements.forEach(one ->
                byPoint.computeIfAbsent(one.point(), _ -> new ArrayList<>()).add(one));
        var baseline = new LinkedHashMap<Place, Double>();
        var first = new LinkedHashMap<Place, Double>();
        var firstPoints = new LinkedHashMap<Axis, Point>();
        for (Result one : measurements) {
            if (one.point().controller().isBaseline()) {
                value(one).ifPresent(value -> baseline.put(Place.of(one), value));
            } else if (firstPoints
                    .computeIfAbsent(one.point().axis(), _ -> one.point())
                    .equals(one.point())) {
                value(one).ifPresent(value -> first.put(Place.first(one), value));
            }
        }
        return byPoint.entrySet().stream()
                .map(entry -> new PointSummary(
                        entry.getKey(),
                        spread(entry.getValue(), _ -> 1.0),
                        spread(entry.getValue(), one -> baseline.get(Place.of(one))),
                        spread(entry.getValue(), one -> first.get(Place.first(one))),
                        entry.getValue().stream()
                                .flatMap(one -> one.metrics().stream())
                                .toList(),
                        entry.getValue().stream()
                                .map(Result::failure)
                                .filter(failure -> !failure.isEmpty())
                                .distinct()
                                .toList()))
                .toList();
    }

    private static OptionalDouble value(Result one) {
        return one.metrics().map(one.point().axis()::value).orElse(OptionalDouble.empty());
    }

    private static Optional<MinMedianMax> spread(
            List<Result> measurements, Function<Result, @Nullable Double> divisor) {
        var values = new ArrayList<Double>();
        for (Result one : measurements) {
            OptionalDouble value = value(one);
            Double by = divisor.apply(one);
            if (value.isPresent() && by != null && by > 0) {
                values.add(value.getAsDouble() / by);
            }
        }
        return MinMedianMax.of(values);
    }

    /** Returns a percentile of the latency in microseconds, over the repeats. */
    public Optional<MinMedianMax> percentileMicros(double percentile) {
        return spread(one -> Axis.percentileMicros(one, percentile));
    }

    /** Returns answered packet-ins per second, over the repeats. */
    public Optional<MinMedianMax> answersPerSecond() {
        return spread(one -> OptionalDouble.of(one.answersPerSecond()));
    }

    /** Returns the CPU time of the controller per packet-in in microseconds, over the repeats. */
    public Optional<MinMedianMax> cpuMicros() {
        return spread(Metrics::cpuMicros);
    }

    private Optional<MinMedianMax> spread(Function<Metrics, OptionalDouble> of) {
        return MinMedianMax.of(metrics.stream()
                .map(of)
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .toList());
    }

    /** Returns lost packet-ins, summed over the repeats. */
    public long lost() {
        return metrics.stream().mapToLong(Metrics::lost).sum();
    }

    /** Returns duplicated and unknown answers, summed over the repeats. */
    public long unsolicited() {
        return metrics.stream()
                .mapToLong(one -> one.duplicated() + one.unknown())
                .sum();
    }

    /** The key under which two measurements are comparable. */
    private record Place(Axis axis, Optional<Load> load, int repeat) {
        static Place of(Result one) {
            return new Place(one.point().axis(), Optional.of(one.point().load()), one.repeat());
        }

        static Place first(Result one) {
            return new Place(one.point().axis(), Optional.empty(), one.repeat());
        }
    }
}
