package net.beaconcontroller.bench.command;

import java.io.IOException;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import net.beaconcontroller.bench.Benchmark;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.load.LoadGenerator;
import net.beaconcontroller.console.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The {@code latency} command: measures round trips, then latency at a constant rate. */
@Command(
        name = "latency",
        description = {
            "Measures the latency of a controller with one switch.",
            "",
            "First closed loop: one packet-in at a time, each after the answer to the last.",
            "Then open loop: packet-ins at a constant rate, by default half the rate of the",
            "first part. Latency counts from the scheduled time of a packet-in, so that a",
            "pause of the controller shows in all packet-ins that it delays.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  beacon bench latency",
            "  beacon bench latency --rate 10000 --load-cpus 0 --controller-cpus 1",
            "  beacon bench latency --tls",
            "  beacon bench latency --controller 192.0.2.7:6653 --tls ~/.beacon/tls",
            "  beacon bench latency --controller 127.0.0.1:6633"
        })
final class LatencyCommand implements Callable<Integer> {
    /** A window so large that only the rate limits the load. */
    private static final int WIDE = 1 << 16;

    private static final double PART_OF_CLOSED_LOOP = 0.5;

    @Mixin
    private ControllerOptions controller;

    @Mixin
    private TlsOption tls;

    @Mixin
    private LoadOptions options;

    @Option(names = "--rate", paramLabel = "COUNT", description = "Packet-ins per second of the open-loop measurement.")
    private @Nullable Double rate;

    @Option(names = "--json", description = "Prints JSON: one object per line and measurement.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rate != null && !(rate > 0)) {
            throw new UsageException("--rate %s: needs more than 0".formatted(rate));
        }
        Load closedLoop = options.load(1, 1, 1, OptionalDouble.empty());
        var report = new MeasurementPrinter(spec.commandLine(), json);
        Benchmark generator = new LoadGenerator();
        try (var subject = controller.open(tls, Map.of())) {
            Metrics metrics = generator.measure(subject.target(), closedLoop, report);
            report.print("closed loop", closedLoop, subject.transport(), metrics);
            double openRate = rate != null ? rate : metrics.answersPerSecond() * PART_OF_CLOSED_LOOP;
            if (!(openRate > 0)) {
                throw new IOException("the controller answered no packet-in; cannot derive a rate");
            }
            Load openLoop = options.load(1, WIDE, 1, OptionalDouble.of(openRate));
            metrics = generator.measure(subject.target(), openLoop, report);
            report.print("open loop", openLoop, subject.transport(), metrics);
        }
        return 0;
    }
}
