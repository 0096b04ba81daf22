package net.beaconcontroller.bench.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.MinMedianMax;
import net.beaconcontroller.bench.command.RatioTable.Figure;
import net.beaconcontroller.bench.rest.RestComparison;
import net.beaconcontroller.bench.rest.RestComparison.Pair;
import net.beaconcontroller.bench.rest.RestComparison.Sample;
import net.beaconcontroller.console.JsonLine;
import net.beaconcontroller.console.Range;
import net.beaconcontroller.console.UsageException;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The {@code rest} command: measures what requests of REST resources cost the packet-ins. */
@Command(
        name = "rest",
        description = {
            "Measures what REST requests cost the packet-ins.",
            "",
            "Starts Beacon, and saturates it with packet-ins in pairs of measurements: without",
            "and with REST requests at a constant rate and idle HTTP connections. Compares the",
            "packet-ins answered per CPU second of the event loops. Linux only.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  beacon bench rest",
            "  beacon bench rest --load-cpus 0 --controller-cpus 1 -D io.loops=1"
        })
final class RestCommand implements Callable<Integer> {
    private static final int MAX_RATE = 100_000;
    private static final int MAX_IDLE = 900;
    private static final int START_POLLS = 600;
    private static final int POLL_MILLIS = 50;
    private static final double NANOS_PER_MILLI = 1_000_000;
    private static final double MILLIS_PER_SECOND = 1_000;
    private static final int MEDIAN = 50;
    private static final int HIGH = 99;

    private static final List<Figure<Sample>> FIGURES = List.of(
            new Figure<>("answers/s", "answersPerSecond", "%,.0f", Sample::perSecond),
            new Figure<>("answers/CPU s of loops", "answersPerLoopSecond", "%,.0f", Sample::perLoopSecond),
            new Figure<>("CPUs of the loops", "loopCpus", "%.3f", Sample::loopCpus),
            new Figure<>("CPUs of other threads", "otherCpus", "%.3f", Sample::otherCpus));

    @Mixin
    private ControllerOptions controller;

    @Mixin
    private LoadOptions options;

    @Mixin
    private PairOptions pairOptions;

    @Option(names = "--requests", paramLabel = "RATE", description = "Requests per second. Default: ${DEFAULT-VALUE}.")
    private int requests = 1_000;

    @Option(names = "--idle", paramLabel = "COUNT", description = "Idle HTTP connections. Default: ${DEFAULT-VALUE}.")
    private int idle = 100;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Range.check("--requests", requests, 1, MAX_RATE);
        Range.check("--idle", idle, 0, MAX_IDLE);
        int pairs = pairOptions.count();
        if (controller.isGiven()) {
            throw new UsageException("rest starts Beacon; --controller is not allowed");
        }
        Load load = pairOptions.load(options);
        var printer = new MeasurementPrinter(spec.commandLine(), json);
        List<Pair> measured = new ArrayList<>();
        Path data = Files.createTempDirectory("beacon-bench");
        try {
            var settings = Map.of("data.folder", data.toString(), "http.listen", "127.0.0.1:0");
            try (var subject = controller.open(new TlsOption(), settings)) {
                InetSocketAddress http = awaitHttp(subject);
                String token = Files.readString(data.resolve("token")).strip();
                var comparison = new RestComparison(subject.target(), http, token, requests, idle);
                for (int i = 0; i < pairs; i++) {
                    measured.add(comparison.measure(load, i % 2 == 1, printer));
                }
            }
        } finally {
            delete(data);
        }
        print(load, measured);
        return failed(measured) > 0 ? 1 : 0;
    }

    /** Waits for the HTTP server, which starts after the controller listens for switches. */
    private static InetSocketAddress awaitHttp(ControllerUnderTest.Running subject)
            throws IOException, InterruptedException {
        for (int i = 0; i < START_POLLS; i++) {
            Optional<InetSocketAddress> http = subject.http();
            if (http.isPresent()) {
                return http.get();
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        throw new IOException("the HTTP server did not start within %d s".formatted(START_POLLS * POLL_MILLIS / 1_000));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void print(Load load, List<Pair> measured) {
        var table = new RatioTable<>(
                FIGURES,
                measured.stream()
                        .map(pair -> new RatioTable.Pair<>(
                                pair.without(), pair.with().sample()))
                        .toList());
        var latency = new Histogram(measured.getFirst().with().requests().latency());
        measured.forEach(pair -> latency.add(pair.with().requests().latency()));
        double perSecond = MinMedianMax.of(measured.stream()
                        .map(pair -> pair.with().requests().perSecond())
                        .toList())
                .orElseThrow()
                .median();
        int idleLeft =
                measured.stream().mapToInt(pair -> pair.with().idleLeft()).min().orElseThrow();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            var object = new LinkedHashMap<String, Object>();
            object.put("measured", "rest");
            object.put("openflow", load.version());
            object.put("switches", load.switches());
            object.put("window", load.window());
            object.put("pairs", measured.size());
            object.put("seconds", load.duration().toMillis() / MILLIS_PER_SECOND);
            table.addTo(object, "WithRest");
            object.put("requestsPerSecond", perSecond);
            object.put("failedRequests", failed(measured));
            object.put("idleConnections", idleLeft);
            object.put("requestP50Millis", millis(latency, MEDIAN));
            object.put("requestP99Millis", millis(latency, HIGH));
            out.println(JsonLine.of(object));
        } else {
            out.printf(
                    Locale.ROOT,
                    "rest: OpenFlow %s, %d switches, window %d; medians of %d pairs, ratio (minimum to maximum)%n",
                    load.version(),
                    load.switches(),
                    load.window(),
                    measured.size());
            table.print(out, "without REST", "with REST");
            out.printf(
                    Locale.ROOT,
                    "  %,.0f requests/s, %,d failed; ms: 50 %% %.1f, 99 %% %.1f; %d of %d idle connections open%n",
                    perSecond,
                    failed(measured),
                    millis(latency, MEDIAN),
                    millis(latency, HIGH),
                    idleLeft,
                    idle);
        }
        out.flush();
    }

    private static long failed(List<Pair> measured) {
        return measured.stream()
                .mapToLong(pair -> pair.with().requests().failed())
                .sum();
    }

    private static double millis(Histogram latency, int percentile) {
        return latency.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
    }
}
