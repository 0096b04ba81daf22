package net.beaconcontroller.cli.bench;

import java.io.IOException;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import net.beaconcontroller.bench.Benchmark;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.load.LoadGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how soon packet-ins are answered: one after the other, then by the clock. */
@Command(
        name = "latency",
        description = {
            "Measures how soon a controller answers packet-ins of one switch.",
            "",
            "First one at a time, each as soon as the one before is answered: round trips.",
            "Then by the clock, at half of that rate or the one that is given; each answer's",
            "time counts from when its packet-in was due, so that a pause of the controller",
            "shows in all that it delays.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  beacon bench latency",
            "  beacon bench latency --rate 10000 --load-cpus 0 --controller-cpus 1",
            "  beacon bench latency --controller 127.0.0.1:6633"
        })
final class LatencyCommand implements Callable<Integer> {
    /** So many that it is the clock that decides. */
    private static final int WIDE = 1 << 16;

    private static final double PART_OF_CLOSED_LOOP = 0.5;

    @Mixin
    private ControllerOptions controller;

    @Mixin
    private LoadOptions options;

    @Option(names = "--rate", paramLabel = "COUNT", description = "Packet-ins a second that are sent by the clock.")
    private @Nullable Double rate;

    @Option(names = "--json", description = "Prints JSON, an object on a line for each of the two.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rate != null && !(rate > 0)) {
            throw new ParameterException(spec.commandLine(), "--rate %s: needs more than 0".formatted(rate));
        }
        Load oneAtATime = options.load(1, 1, 1, OptionalDouble.empty());
        var report = new MeasurementPrinter(
                spec.commandLine().getOut(), spec.commandLine().getErr(), json);
        Benchmark instrument = new LoadGenerator();
        try (var subject = controller.open()) {
            Metrics closed = instrument.measure(subject.target(), oneAtATime, report);
            report.print("one at a time", oneAtATime, closed);
            double clock = rate != null ? rate : closed.answersPerSecond() * PART_OF_CLOSED_LOOP;
            if (!(clock > 0)) {
                throw new IOException("the controller answered nothing, so there is no rate to go on with");
            }
            Load byTheClock = options.load(1, WIDE, 1, OptionalDouble.of(clock));
            report.print("by the clock", byTheClock, instrument.measure(subject.target(), byTheClock, report));
        }
        return 0;
    }
}
