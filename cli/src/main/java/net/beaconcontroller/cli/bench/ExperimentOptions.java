package net.beaconcontroller.cli.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import net.beaconcontroller.bench.Axis;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.bench.Experiment;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Machine;
import net.beaconcontroller.bench.Point;
import net.beaconcontroller.bench.load.LoadGenerator;
import net.beaconcontroller.bench.report.Labels;
import net.beaconcontroller.bench.report.Results;
import net.beaconcontroller.bench.report.ResultsFolder;
import net.beaconcontroller.bench.report.Table;
import net.beaconcontroller.cli.support.Terminal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What commands have in common that measure many points: their options, and how they run and end. */
final class ExperimentOptions {
    private static final int MAX_REPEATS = 1000;

    @Mixin
    private LoadOptions load;

    @Option(
            names = "--switches",
            paramLabel = "COUNT",
            defaultValue = "16",
            description = "How many connect, where that is not varied. Without it ${DEFAULT-VALUE}.")
    private int switches;

    @Option(
            names = "--window",
            paramLabel = "COUNT",
            defaultValue = "700",
            description = "Packet-ins in flight of each switch; for latency it is 1. Without it ${DEFAULT-VALUE}.")
    private int window;

    @Option(
            names = "--threads",
            paramLabel = "COUNT",
            defaultValue = "1",
            description = "Threads of the load. Without it ${DEFAULT-VALUE}, which saturates a core or more.")
    private int threads;

    @Option(
            names = "--repeats",
            paramLabel = "COUNT",
            defaultValue = "3",
            description = "How often each point is measured. Without it ${DEFAULT-VALUE}.")
    private int repeats;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "Where the results go. Without it beacon-bench-DATE-TIME, here.")
    private @Nullable Path out;

    @Option(names = "--json", description = "Prints results.json instead of tables, for programs.")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** The load of all points, but for what is varied. */
    Load load() {
        return load.load(switches, window, threads, OptionalDouble.empty());
    }

    /**
     * Measures all points and prints what came of it.
     *
     * @return the exit code
     */
    int run(List<Point> points, CpuOptions cpus) throws IOException, InterruptedException {
        if (repeats < 1 || repeats > MAX_REPEATS) {
            throw new ParameterException(
                    spec.commandLine(), "--repeats %d: needs 1 to %d".formatted(repeats, MAX_REPEATS));
        }
        if (!cpus.load().isEmpty() && cpus.controller().isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--load-cpus %s: needs --controller-cpus too, as what is started would else share them"
                            .formatted(cpus.load()));
        }
        Machine machine = Machine.here(); // before this process is kept on a part of it
        cpus.keepThisProcess();
        var folder = new ResultsFolder(out == null ? ResultsFolder.nameFor(machine) : out, command(), machine);
        var err = spec.commandLine().getErr();
        err.printf("beacon: results and a report go to %s%n", folder.page().getParent());
        new Experiment(new LoadGenerator(), ControllerUnderTest.baseline(cpus.controller()), points, repeats)
                .run(new ExperimentProgress(err, Terminal.isThere(), folder));
        folder.complete();
        print(folder);
        err.printf("beacon: see %s%n", folder.page());
        return folder.results().measurements().stream()
                        .anyMatch(one -> one.figures().isEmpty())
                ? 1
                : 0;
    }

    /** As a person typed it. */
    private String command() {
        return "beacon "
                + String.join(
                        " ",
                        spec.root().commandLine().getParseResult().originalArgs().stream()
                                .map(word ->
                                        word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
                                .toList());
    }

    private void print(ResultsFolder folder) {
        var to = spec.commandLine().getOut();
        if (json) {
            to.print(folder.json());
        } else {
            Results results = folder.results();
            for (Axis axis : results.axes()) {
                to.println(axis.title());
                to.println();
                Table.of(axis, results.rows(axis)).lines().forEach(to::println);
                to.println();
            }
            results.measurements().stream()
                    .filter(one -> one.figures().isEmpty())
                    .map(one -> Labels.of(one.point()) + " failed: " + one.failure())
                    .distinct()
                    .forEach(to::println);
        }
        to.flush();
    }
}
