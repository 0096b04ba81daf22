package net.beaconcontroller.bench.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import net.beaconcontroller.bench.Axis;
import net.beaconcontroller.bench.Baseline;
import net.beaconcontroller.bench.Benchmark;
import net.beaconcontroller.bench.Experiment;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Machine;
import net.beaconcontroller.bench.Point;
import net.beaconcontroller.bench.report.Labels;
import net.beaconcontroller.bench.report.Results;
import net.beaconcontroller.bench.report.ResultsFolder;
import net.beaconcontroller.bench.report.Table;
import net.beaconcontroller.console.CommandText;
import net.beaconcontroller.console.Range;
import net.beaconcontroller.console.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of commands that measure many points, and the run of their experiment. */
final class ExperimentOptions {
    private static final int MAX_REPEATS = 1000;

    @Mixin
    private LoadOptions load;

    @Option(
            names = "--switches",
            paramLabel = "COUNT",
            description = "Number of switches, unless the sweep varies it. Default: ${DEFAULT-VALUE}.")
    private int switches = 16;

    @Option(
            names = "--window",
            paramLabel = "COUNT",
            description = "Outstanding packet-ins per switch; always 1 for latency. Default: ${DEFAULT-VALUE}.")
    private int window = 700;

    @Option(
            names = "--threads",
            paramLabel = "COUNT",
            description = "Threads of the load generator. Default: ${DEFAULT-VALUE}, which saturates a core.")
    private int threads = 1;

    @Option(
            names = "--baseline",
            paramLabel = "WHAT",
            description = "What rates are divided by: the null controller, in Java, or the limit, in C.%n"
                    + "null or limit. Default: ${DEFAULT-VALUE}.")
    private String baseline = Baseline.NULL.keyword();

    @Mixin
    private GeneratorOption generator;

    @Option(
            names = "--repeats",
            paramLabel = "COUNT",
            description = "Measurements per point. Default: ${DEFAULT-VALUE}.")
    private int repeats = 3;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "The folder for the results. Default: beacon-bench-DATE-TIME.")
    private @Nullable Path out;

    @Option(names = "--json", description = "Prints results.json instead of tables.")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Returns the load of all points, before the sweep varies it. */
    Load load() {
        return load.load(switches, window, threads, OptionalDouble.empty());
    }

    /**
     * Measures all points and prints the results.
     *
     * @return the exit code
     */
    int run(List<Point> points, CpuOptions cpus) throws IOException, InterruptedException {
        Range.check("--repeats", repeats, 1, MAX_REPEATS);
        if (!cpus.load().isEmpty() && cpus.controller().isEmpty()) {
            throw new UsageException(
                    "--load-cpus %s: needs --controller-cpus, because started controllers inherit the CPUs of the load"
                            .formatted(cpus.load()));
        }
        Baseline divisor = baseline();
        Benchmark instrument = generator.benchmark();
        // Before this process is pinned, which changes the number of processors.
        Machine machine = Machine.here();
        cpus.pinThisProcess();
        var folder =
                new ResultsFolder(out == null ? ResultsFolder.nameFor(machine) : out, CommandText.of(spec), machine);
        var err = spec.commandLine().getErr();
        err.printf("beacon: writing results and report to %s%n", folder.page().getParent());
        new Experiment(instrument, each -> divisor.controller(cpus.controller(), each), points, repeats)
                .run(new ExperimentProgress(err, folder));
        folder.complete();
        print(folder);
        err.printf("beacon: report: %s%n", folder.page());
        return folder.results().measurements().stream()
                        .anyMatch(result -> result.metrics().isEmpty())
                ? 1
                : 0;
    }

    private Baseline baseline() {
        return Arrays.stream(Baseline.values())
                .filter(candidate -> candidate.keyword().equals(baseline))
                .findFirst()
                .orElseThrow(() -> new UsageException("--baseline %s: needs null or limit".formatted(baseline)));
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
                    .filter(result -> result.metrics().isEmpty())
                    .map(result -> Labels.of(result.point()) + " failed: " + result.failure())
                    .distinct()
                    .forEach(to::println);
        }
        to.flush();
    }
}
