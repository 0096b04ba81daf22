package net.beaconcontroller.bench.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import net.beaconcontroller.bench.Axis;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.TlsComparison;
import net.beaconcontroller.bench.TlsComparison.Pair;
import net.beaconcontroller.bench.TlsComparison.Sample;
import net.beaconcontroller.bench.command.RatioTable.Figure;
import net.beaconcontroller.bench.load.LoadGenerator;
import net.beaconcontroller.console.JsonLine;
import net.beaconcontroller.console.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The {@code tls} command: measures what TLS costs. */
@Command(
        name = "tls",
        description = {
            "Measures what TLS between the switches and the controller costs.",
            "",
            "Starts Beacon twice, for plain text and with TLS, and measures both alternately:",
            "the packet-ins that it answers when it is saturated, and the round trips of one",
            "packet-in at a time. Prints the ratios of TLS to plain text.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  beacon bench tls",
            "  beacon bench tls --load-cpus 0 --controller-cpus 1 -D io.loops=1"
        })
final class TlsCommand implements Callable<Integer> {
    private static final int MEDIAN = 50;
    private static final int HIGH = 99;
    private static final double MILLIS_PER_SECOND = 1_000;

    private static final List<Figure<Sample>> FIGURES = List.of(
            new Figure<>("answers/s", "answersPerSecond", "%,.0f", sample -> sample.throughput()
                    .answersPerSecond()),
            new Figure<>("CPU us/packet-in", "cpuMicros", "%,.3f", sample -> sample.throughput()
                    .cpuMicros()
                    .orElse(Double.NaN)),
            new Figure<>("round trip us, 50 %", "roundTripP50Micros", "%,.1f", sample -> micros(sample, MEDIAN)),
            new Figure<>("round trip us, 99 %", "roundTripP99Micros", "%,.1f", sample -> micros(sample, HIGH)));

    @Mixin
    private ControllerOptions controller;

    @Mixin
    private LoadOptions options;

    @Mixin
    private PairOptions pairOptions;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        int pairs = pairOptions.count();
        if (controller.isGiven()) {
            throw new UsageException("tls starts Beacon; --controller is not allowed");
        }
        Load load = pairOptions.load(options);
        var printer = new MeasurementPrinter(spec.commandLine(), json);
        List<Pair> measured = new ArrayList<>();
        try (var plain = controller.start(new TlsOption(), Map.of());
                var tls = controller.start(TlsOption.withNewCertificates(), Map.of())) {
            controller.cpus().pinThisProcess();
            var comparison = new TlsComparison(plain.target(), tls.target());
            for (int i = 0; i < pairs; i++) {
                measured.add(comparison.measure(new LoadGenerator(), load, i % 2 == 1, printer));
            }
        }
        print(load, measured);
        return 0;
    }

    private static double micros(Sample sample, int percentile) {
        return Axis.percentileMicros(sample.roundTrips(), percentile).orElse(Double.NaN);
    }

    private void print(Load load, List<Pair> measured) {
        var table = new RatioTable<>(
                FIGURES,
                measured.stream()
                        .map(pair -> new RatioTable.Pair<>(pair.plain(), pair.tls()))
                        .toList());
        String protocol = measured.getFirst().tls().throughput().tls().orElseThrow();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            var object = new LinkedHashMap<String, Object>();
            object.put("measured", "tls");
            object.put("tls", protocol);
            object.put("openflow", load.version());
            object.put("switches", load.switches());
            object.put("window", load.window());
            object.put("pairs", measured.size());
            object.put("seconds", load.duration().toMillis() / MILLIS_PER_SECOND);
            table.addTo(object, "WithTls");
            out.println(JsonLine.of(object));
        } else {
            out.printf(
                    Locale.ROOT,
                    "tls: OpenFlow %s, %d switches, window %d, %s; medians of %d pairs, ratio (minimum to maximum)%n",
                    load.version(),
                    load.switches(),
                    load.window(),
                    protocol,
                    measured.size());
            table.print(out, "plain text", "TLS");
        }
        out.flush();
    }
}
