package net.beaconcontroller.bench.command;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import net.beaconcontroller.bench.Benchmark;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.console.JsonLine;
import org.HdrHistogram.Histogram;
import picocli.CommandLine;

/** Prints the progress and the metrics of a measurement, as a table or as a JSON object. */
final class MeasurementPrinter implements Benchmark.Progress {
    private static final List<String> PERCENTILES = List.of("50", "90", "99", "99.9");
    private static final double NANOS_PER_MICRO = 1000;
    private static final double NANOS_PER_MILLI = 1_000_000;

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;

    /** Prints metrics to the output of the command and everything else to its error output. */
    MeasurementPrinter(CommandLine command, boolean json) {
        this.out = command.getOut();
        this.err = command.getErr();
        this.json = json;
    }

    @Override
    public synchronized void tick(String phase, double seconds, double answersPerSecond) {
        if (phase.equals("set-up")) {
            err.printf(Locale.ROOT, "beacon: %-8s %3.0f s%n", phase, seconds);
            return;
        }
        err.printf(Locale.ROOT, "beacon: %-8s %3.0f s %,15.0f answers/s%n", phase, seconds, answersPerSecond);
        err.flush();
    }

    @Override
    public synchronized void note(String remark) {
        err.println("beacon: note: " + remark);
    }

    /**
     * Prints the metrics, and a warning if answers were lost, duplicated or unknown.
     *
     * @param transport the transport of the controller, if known
     */
    void print(String name, Load load, Optional<String> transport, Metrics metrics) {
        if (metrics.lost() + metrics.duplicated() + metrics.unknown() > 0) {
            err.printf(
                    Locale.ROOT,
                    "beacon: warning: %,d packet-ins: %,d lost, %,d duplicated answers, %,d unknown answers%n",
                    metrics.packetIns(),
                    metrics.lost(),
                    metrics.duplicated(),
                    metrics.unknown());
        }
        if (json) {
            out.println(json(name, load, transport, metrics));
        } else {
            table(name, load, transport, metrics);
        }
        out.flush();
    }

    private void table(String name, Load load, Optional<String> transport, Metrics metrics) {
        out.printf(
                Locale.ROOT,
                "%s: OpenFlow %s, %s packet-ins, %s, %s, window %,d%s%s%s%n",
                name,
                load.version(),
                load.form().keyword(),
                count(load.switches(), "switch", "switches"),
                count(load.hosts(), "host", "hosts"),
                load.window(),
                load.rate().isPresent()
                        ? String.format(
                                Locale.ROOT, ", %,.0f packet-ins/s", load.rate().getAsDouble())
                        : "",
                transport.map(type -> ", transport " + type).orElse(""),
                metrics.tls().map(protocol -> ", " + protocol).orElse(""));
        row("answers/s", "%,.0f", metrics.answersPerSecond());
        metrics.cpuMicros().ifPresent(cpu -> row("CPU us/packet-in", "%,.3f", cpu));
        metrics.residentMebibytes().ifPresent(mebibytes -> row("memory, MiB", "%,.1f", mebibytes));
        row("packet-ins", "%,d", metrics.packetIns());
        row("flow-mods", "%,d", metrics.flowMods());
        row("packet-outs", "%,d", metrics.packetOuts());
        row("lost", "%,d", metrics.lost());
        row("duplicated", "%,d", metrics.duplicated());
        row("out of order", "%,d", metrics.reordered());
        row("unknown", "%,d", metrics.unknown());
        row("ms, longest pause", "%,.1f", metrics.longestPauseNanos() / NANOS_PER_MILLI);
        metrics.latency().ifPresent(latency -> {
            for (String percentile : PERCENTILES) {
                row("us, %s %%".formatted(percentile), "%,.1f", micros(latency, percentile));
            }
            row("us, most", "%,.1f", latency.getMaxValue() / NANOS_PER_MICRO);
        });
    }

    private static String count(int number, String one, String many) {
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? one : many);
    }

    private void row(String name, String form, Object value) {
        out.printf(Locale.ROOT, "  %-17s %16s%n", name, String.format(Locale.ROOT, form, value));
    }

    private static double micros(Histogram latency, String percentile) {
        return latency.getValueAtPercentile(Double.parseDouble(percentile)) / NANOS_PER_MICRO;
    }

    private static String json(String name, Load load, Optional<String> transport, Metrics metrics) {
        var object = new LinkedHashMap<String, Object>();
        object.put("measured", name);
        object.put("openflow", load.version());
        object.put("packetInForm", load.form().keyword());
        object.put("switches", load.switches());
        object.put("hosts", load.hosts());
        object.put("window", load.window());
        object.put("threads", load.threads());
        transport.ifPresent(type -> object.put("transport", type));
        metrics.tls().ifPresent(protocol -> object.put("tls", protocol));
        load.rate().ifPresent(rate -> object.put("rate", rate));
        object.put("seconds", load.duration().toMillis() / 1000.0);
        object.put("answersPerSecond", metrics.answersPerSecond());
        metrics.cpuMicros().ifPresent(cpu -> object.put("cpuMicros", cpu));
        metrics.residentMebibytes().ifPresent(mebibytes -> object.put("residentMiB", mebibytes));
        object.put("packetIns", metrics.packetIns());
        object.put("answered", metrics.answered());
        object.put("flowMods", metrics.flowMods());
        object.put("packetOuts", metrics.packetOuts());
        object.put("lost", metrics.lost());
        object.put("duplicated", metrics.duplicated());
        object.put("reordered", metrics.reordered());
        object.put("unknown", metrics.unknown());
        object.put("longestPauseMillis", metrics.longestPauseNanos() / NANOS_PER_MILLI);
        metrics.latency().ifPresent(latency -> object.put("latencyMicros", micros(latency)));
        return JsonLine.of(object);
    }

    private static Map<String, Double> micros(Histogram latency) {
        var micros = new LinkedHashMap<String, Double>();
        for (String percentile : PERCENTILES) {
            micros.put("p" + percentile, micros(latency, percentile));
        }
        micros.put("max", latency.getMaxValue() / NANOS_PER_MICRO);
        return micros;
    }
}
