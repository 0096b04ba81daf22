package net.beaconcontroller.bench.command;

import java.io.IOException;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import net.beaconcontroller.bench.Benchmark;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Metrics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The {@code throughput} command: measures the answers per second of a saturated controller. */
@Command(
        name = "throughput",
        description = {
            "Measures how many packet-ins a second a controller answers.",
            "",
            "Each switch keeps a window of packet-ins outstanding and matches every answer",
            "with its packet-in. It counts lost, duplicated and unknown answers.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  beacon bench throughput",
            "  beacon bench throughput --openflow 1.5 --packet-in unbuffered",
            "  beacon bench throughput --load-cpus 0 --controller-cpus 1 -D io.loops=1",
            "  beacon bench throughput --tls",
            "  beacon bench throughput --controller 192.0.2.7:6653 --tls ~/.beacon/tls",
            "  beacon bench throughput --controller 127.0.0.1:6633 --pid 4711 --hosts 100000"
        })
final class ThroughputCommand implements Callable<Integer> {
    @Mixin
    private ControllerOptions controller;

    @Mixin
    private TlsOption tls;

    @Mixin
    private LoadOptions options;

    @Option(names = "--switches", paramLabel = "COUNT", description = "Number of switches. Default: ${DEFAULT-VALUE}.")
    private int switches = 16;

    @Option(
            names = "--window",
            paramLabel = "COUNT",
            description = "Outstanding packet-ins per switch. Default: ${DEFAULT-VALUE}.")
    private int window = 700;

    @Option(
            names = "--threads",
            paramLabel = "COUNT",
            description = "Threads of the load generator. Default: ${DEFAULT-VALUE}, which saturates a core.")
    private int threads = 1;

    @Mixin
    private GeneratorOption generator;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Load load = options.load(switches, window, threads, OptionalDouble.empty());
        Benchmark benchmark = generator.benchmark();
        var report = new MeasurementPrinter(spec.commandLine(), json);
        try (var subject = controller.open(tls, Map.of())) {
            Metrics metrics = benchmark.measure(subject.target(), load, report);
            report.print("throughput", load, subject.transport(), metrics);
        }
        return 0;
    }
}
