package net.beaconcontroller.bench.report;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Machine;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.Point;
import net.beaconcontroller.bench.PointSummary;
import net.beaconcontroller.bench.Result;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The machine-readable fields of results. The fields of a measurement are flat, with the same names in CSV and JSON.
 */
final class ResultFields {
    private static final List<Field> METRICS = List.of(
            new Field("packetIns", Metrics::packetIns),
            new Field("answered", Metrics::answered),
            new Field("flowMods", Metrics::flowMods),
            new Field("packetOuts", Metrics::packetOuts),
            new Field("lost", Metrics::lost),
            new Field("duplicated", Metrics::duplicated),
            new Field("reordered", Metrics::reordered),
            new Field("unknown", Metrics::unknown),
            new Field("answersPerSecond", Metrics::answersPerSecond),
            new Field("longestPauseMillis", metrics -> metrics.longestPauseNanos() / 1e6),
            new Field("cpuMicros", metrics -> orNull(metrics.cpuMicros())),
            new Field("residentMiB", metrics -> orNull(metrics.residentMebibytes())),
            latency("Min", Histogram::getMinValue),
            latency("Mean", Histogram::getMean),
            latency("P50", histogram -> histogram.getValueAtPercentile(50)),
            latency("P90", histogram -> histogram.getValueAtPercentile(90)),
            latency("P99", histogram -> histogram.getValueAtPercentile(99)),
            latency("P999", histogram -> histogram.getValueAtPercentile(99.9)),
            latency("Max", Histogram::getMaxValue));

    private ResultFields() {}

    private record Field(String name, Function<Metrics, @Nullable Object> value) {}

    private static Field latency(String name, ToDoubleFunction<Histogram> nanos) {
        return new Field("latency" + name + "Micros", metrics -> metrics.latency()
                .filter(histogram -> histogram.getTotalCount() > 0)
                .map(histogram -> nanos.applyAsDouble(histogram) / 1000.0)
                .orElse(null));
    }

    /** Returns the fields of a measurement; null where not measured. */
    static Map<String, @Nullable Object> of(Result result) {
        Map<String, @Nullable Object> fields = of(result.point());
        fields.put("transport", result.transport().orElse(null));
        fields.put("repeat", result.repeat());
        METRICS.forEach(field ->
                fields.put(field.name(), result.metrics().map(field.value()).orElse(null)));
        fields.put("failure", result.failure());
        return fields;
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
        Map<String, @Nullable Object> fields = of(row.point());
        fields.put("transports", row.transports());
        fields.put("answersPerSecond", row.answersPerSecond().orElse(null));
        fields.put("latencyP50Micros", row.percentileMicros(50).orElse(null));
        fields.put("cpuMicros", row.cpuMicros().orElse(null));
        fields.put("toBaseline", row.toBaseline().orElse(null));
        fields.put("toFirst", row.toFirst().orElse(null));
        fields.put("failures", row.failures());
        return fields;
    }

    private static Map<String, @Nullable Object> of(Point point) {
        ControllerUnderTest controller = point.controller();
        Load load = point.load();
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("axis", point.axis().keyword());
        fields.put("controller", controller.name());
        fields.put("design", controller.design());
        fields.put("loops", controller.loops());
        fields.put("openflow", load.version().toString());
        fields.put("packetInForm", load.form().keyword());
        fields.put("switches", load.switches());
        fields.put("hosts", load.hosts());
        fields.put("window", load.window());
        fields.put("threads", load.threads());
        fields.put("seconds", load.duration().toMillis() / 1000.0);
        fields.put("warmUpSeconds", load.warmUp().toMillis() / 1000.0);
        fields.put("packetInsPerSecond", orNull(load.rate()));
        return fields;
    }

    /** Returns the fields of the machine. */
    static Map<String, @Nullable Object> of(Machine machine) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("processors", machine.processors());
        fields.put("processor", machine.processor());
        fields.put("kernel", machine.kernel());
        fields.put("jvm", machine.jvm());
        fields.put("date", machine.date().toOffsetDateTime().toString());
        fields.put("settings", machine.settings());
        return fields;
    }

    private static @Nullable Object orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
