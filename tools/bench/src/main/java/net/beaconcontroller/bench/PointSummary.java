package net.beaconcontroller.bench;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The summary of all measurements of a point.
 *
 * @param transports the transports of Beacon, usually one; empty for other controllers
 * @param value the compared value, see {@link Axis#value}
 * @param toBaseline the ratio to the baseline of the same repeat and load
 * @param toFirst the ratio to the first point of the axis in the same repeat
 * @param metrics the metrics of successful measurements
 * @param failures the reasons of failed measurements
 */
public record PointSummary(
        Point point,
        List<String> transports,
        Optional<MinMedianMax> value,
        Optional<MinMedianMax> toBaseline,
        Optional<MinMedianMax> toFirst,
        List<Metrics> metrics,
        List<String> failures) {

    /** Returns a summary for each point, in the order of their first measurements. */
    public static List<PointSummary> of(List<Result> measurements) {
        Map<Point, List<Result>> byPoint =
                measurements.stream().collect(groupingBy(Result::point, LinkedHashMap::new, toList()));
        var baseline = new HashMap<Place, Double>();
        var first = new HashMap<Place, Double>();
        var firstPoints = new HashMap<Axis, Point>();
        for (Result result : measurements) {
            if (result.point().controller().isBaseline()) {
                value(result).ifPresent(value -> baseline.put(Place.of(result), value));
            } else if (firstPoints
                    .computeIfAbsent(result.point().axis(), _ -> result.point())
                    .equals(result.point())) {
                value(result).ifPresent(value -> first.put(Place.first(result), value));
            }
        }
        return byPoint.entrySet().stream()
                .map(entry -> new PointSummary(
                        entry.getKey(),
                        entry.getValue().stream()
                                .flatMap(result -> result.transport().stream())
                                .distinct()
                                .toList(),
                        spread(entry.getValue(), _ -> 1.0),
                        spread(entry.getValue(), result -> baseline.get(Place.of(result))),
                        spread(entry.getValue(), result -> first.get(Place.first(result))),
                        entry.getValue().stream()
                                .flatMap(result -> result.metrics().stream())
                                .toList(),
                        entry.getValue().stream()
                                .map(Result::failure)
                                .filter(failure -> !failure.isEmpty())
                                .distinct()
                                .toList()))
                .toList();
    }

    private static OptionalDouble value(Result result) {
        return result.metrics().map(result.point().axis()::value).orElse(OptionalDouble.empty());
    }

    private static Optional<MinMedianMax> spread(
            List<Result> measurements, Function<Result, @Nullable Double> divisor) {
        var values = new ArrayList<Double>();
        for (Result result : measurements) {
            OptionalDouble value = value(result);
            Double by = divisor.apply(result);
            if (value.isPresent() && by != null && by > 0) {
                values.add(value.getAsDouble() / by);
            }
        }
        return MinMedianMax.of(values);
    }

    /** Returns a percentile of the latency in microseconds, over the repeats. */
    public Optional<MinMedianMax> percentileMicros(double percentile) {
        return spread(measured -> Axis.percentileMicros(measured, percentile));
    }

    /** Returns answered packet-ins per second, over the repeats. */
    public Optional<MinMedianMax> answersPerSecond() {
        return spread(measured -> OptionalDouble.of(measured.answersPerSecond()));
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
                .mapToLong(measured -> measured.duplicated() + measured.unknown())
                .sum();
    }

    /** The key under which two measurements are comparable. */
    private record Place(Axis axis, Optional<Load> load, int repeat) {
        static Place of(Result result) {
            return new Place(result.point().axis(), Optional.of(result.point().load()), result.repeat());
        }

        static Place first(Result result) {
            return new Place(result.point().axis(), Optional.empty(), result.repeat());
        }
    }
}
