package net.beaconcontroller.bench.report;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import net.beaconcontroller.bench.Axis;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Machine;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.MinMedianMax;
import net.beaconcontroller.bench.PointSummary;
import net.beaconcontroller.bench.Result;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The machine-readable fields of results. The fields of a measurement are flat, with the same names in CSV and JSON.
 */
final class ResultFields {
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

    private ResultFields() {}

    /** Returns the fields of a measurement; null where not measured. */
    static Map<String, @Nullable Object> of(Result result) {
        var fields = new ResultFields();
        fields.put("axis", result.point().axis().keyword());
        fields.put("controller", result.point().controller().name());
        fields.put("design", result.point().controller().design());
        fields.put("loops", result.point().controller().loops());
        fields.load(result.point().load());
        fields.put("repeat", result.repeat());
        fields.metrics(result.metrics());
        fields.put("failure", result.failure());
        return fields.fields;
    }

    /** Returns the latency histogram in the compressed format of HdrHistogram, in Base64. */
    static Optional<String> histogram(Result result) {
        return result.metrics().flatMap(Metrics::latency).map(histogram -> {
            ByteBuffer packed = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
            int length = histogram.encodeIntoCompressedByteBuffer(packed);
            return Base64.getEncoder().encodeToString(Arrays.copyOf(packed.array(), length));
        });
    }

    /** Returns the fields of a summary. */
    static Map<String, @Nullable Object> of(PointSummary row) {
        var fields = new ResultFields();
        fields.put("axis", row.point().axis().keyword());
        fields.put("controller", row.point().controller().name());
        fields.put("design", row.point().controller().design());
        fields.put("loops", row.point().controller().loops());
        fields.load(row.point().load());
        fields.put("answersPerSecond", spread(row.answersPerSecond()));
        fields.put("latencyP50Micros", spread(row.percentileMicros(50)));
        fields.put("cpuMicros", spread(row.cpuMicros()));
        fields.put("toBaseline", spread(row.toBaseline()));
        fields.put("toFirst", spread(row.toFirst()));
        fields.put("failures", row.failures());
        return fields.fields;
    }

    /** Returns the fields of the machine. */
    static Map<String, @Nullable Object> of(Machine machine) {
        var fields = new ResultFields();
        fields.put("processors", machine.processors());
        fields.put("processor", machine.processor());
        fields.put("kernel", machine.kernel());
        fields.put("jvm", machine.jvm());
        fields.put("date", machine.date().toOffsetDateTime().toString());
        return fields.fields;
    }

    private void load(Load load) {
        put("openflow", load.version().toString());
        put("switches", load.switches());
        put("hosts", load.hosts());
        put("window", load.window());
        put("threads", load.threads());
        put("seconds", load.duration().toMillis() / 1000.0);
        put("warmUpSeconds", load.warmUp().toMillis() / 1000.0);
        put("packetInsPerSecond", orNull(load.rate()));
    }

    private void metrics(Optional<Metrics> metrics) {
        put("packetIns", metrics.map(Metrics::packetIns).orElse(null));
        put("answered", metrics.map(Metrics::answered).orElse(null));
        put("flowMods", metrics.map(Metrics::flowMods).orElse(null));
        put("packetOuts", metrics.map(Metrics::packetOuts).orElse(null));
        put("lost", metrics.map(Metrics::lost).orElse(null));
        put("duplicated", metrics.map(Metrics::duplicated).orElse(null));
        put("reordered", metrics.map(Metrics::reordered).orElse(null));
        put("unknown", metrics.map(Metrics::unknown).orElse(null));
        put("answersPerSecond", metrics.map(Metrics::answersPerSecond).orElse(null));
        put("cpuMicros", orNull(metrics.map(Metrics::cpuMicros).orElse(OptionalDouble.empty())));
        latency("Min", metrics, histogram -> histogram.getMinValue() / 1000.0);
        latency("Mean", metrics, histogram -> histogram.getMean() / 1000.0);
        percentile("P50", metrics, 50);
        percentile("P90", metrics, 90);
        percentile("P99", metrics, 99);
        percentile("P999", metrics, 99.9);
        latency("Max", metrics, histogram -> histogram.getMaxValue() / 1000.0);
    }

    private void percentile(String name, Optional<Metrics> metrics, double percentile) {
        put(
                "latency" + name + "Micros",
                orNull(metrics.map(measured -> Axis.percentileMicros(measured, percentile))
                        .orElse(OptionalDouble.empty())));
    }

    private void latency(String name, Optional<Metrics> metrics, Function<Histogram, Double> value) {
        put(
                "latency" + name + "Micros",
                metrics.flatMap(Metrics::latency)
                        .filter(histogram -> histogram.getTotalCount() > 0)
                        .map(value)
                        .orElse(null));
    }

    private static @Nullable Map<String, @Nullable Object> spread(Optional<MinMedianMax> spread) {
        return spread.map(summary -> {
                    var fields = new ResultFields();
                    fields.put("min", summary.min());
                    fields.put("median", summary.median());
                    fields.put("max", summary.max());
                    return fields.fields;
                })
                .orElse(null);
    }

    private static @Nullable Object orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }

    private void put(String name, @Nullable Object value) {
        fields.put(name, value);
    }
}
