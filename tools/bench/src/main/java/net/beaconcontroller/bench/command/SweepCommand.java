package net.beaconcontroller.bench.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import net.beaconcontroller.bench.Axis;
import net.beaconcontroller.bench.Comparison;
import net.beaconcontroller.bench.ControllersFile;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Point;
import net.beaconcontroller.bench.Sweeps;
import net.beaconcontroller.console.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code sweep} command: measures controllers while one parameter varies. */
@Command(
        name = "sweep",
        description = {
            "Measures controllers while one parameter varies, and draws the papers' plots.",
            "",
            "WHAT selects the parameter: loops (event loops of Beacon), switches, hosts (per",
            "switch), designs (how Beacon reads and writes), applications (that Beacon runs),",
            "latency (of each design, one packet-in at a time), or all of these. Each repeat",
            "measures all points and, with the same load, the baseline.",
            "",
            "With --controllers, each controller of the file has a line, for switches, hosts and",
            "loops. For loops, their commands contain {loops}.",
            ""
        },
        footer = {
            "",
            "Each measurement updates results.csv, results.json and report.html, so that an",
            "interrupted sweep keeps its results.",
            "",
            "Examples:",
            "  beacon bench sweep loops --load-cpus 0 --controller-cpus 1-3",
            "  beacon bench sweep switches --points 1,2,4 --seconds 5",
            "  beacon bench sweep hosts --controller 127.0.0.1:6633 --pid 4711",
            "  beacon bench sweep switches --controllers docs/controllers.conf",
            "  beacon bench sweep all --out results"
        })
final class SweepCommand implements Callable<Integer> {
    private static final String ALL = "all";

    @Parameters(paramLabel = "WHAT", description = "loops, switches, hosts, designs, applications, latency or all.")
    private String what = "";

    @Option(
            names = "--points",
            paramLabel = "COUNT",
            split = ",",
            description = "The values to measure, for loops, switches or hosts.")
    private List<Integer> points = List.of();

    @Option(
            names = "--controllers",
            paramLabel = "FILE",
            description = "The file that lists the controllers, as for 'bench compare'. Default: Beacon alone.")
    private @Nullable Path file;

    @Mixin
    private ControllerOptions controller;

    @Mixin
    private ExperimentOptions options;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<ControllersFile.Entry> controllers = controllers();
        List<Axis> axes = axes(controllers);
        if (!points.isEmpty() && (axes.size() > 1 || !axes.getFirst().isNumeric())) {
            throw new UsageException("--points: needs one of loops, switches and hosts, not %s".formatted(what));
        }
        Load load = options.load();
        var sweeps = new Sweeps(load, controller.controllers());
        var all = new ArrayList<Point>();
        for (Axis axis : axes) {
            List<Integer> values = points.isEmpty()
                    ? Sweeps.defaultValues(axis, Runtime.getRuntime().availableProcessors())
                    : points;
            try {
                all.addAll(
                        controllers.isEmpty()
                                ? sweeps.points(axis, values)
                                : Comparison.points(controllers, axis, values, load));
            } catch (IllegalArgumentException e) {
                throw new UsageException((points.isEmpty() ? "" : "--points: ") + e.getMessage());
            }
        }
        return options.run(all, controller.cpus());
    }

    /** Returns the controllers of the file; empty without one. */
    private List<ControllersFile.Entry> controllers() {
        if (file == null) {
            return List.of();
        }
        controller.requireNone("--controllers");
        return CompareCommand.read(file, controller.cpus());
    }

    private List<Axis> axes(List<ControllersFile.Entry> controllers) {
        List<Axis> known = Sweeps.axes().stream()
                .filter(axis -> controllers.isEmpty() || axis.isNumeric())
                .filter(axis -> !controller.isGiven() || !Sweeps.variesController(axis))
                .toList();
        if (what.equals(ALL)) {
            boolean canHaveLoops =
                    controllers.stream().allMatch(entry -> entry.ofLoops().isPresent());
            return known.stream()
                    .filter(axis -> axis != Axis.LOOPS || canHaveLoops)
                    .toList();
        }
        Axis axis = Sweeps.axes().stream()
                .filter(candidate -> candidate.keyword().equals(what))
                .findFirst()
                .orElseThrow(() -> new UsageException(
                        "%s cannot be swept; needs one of %s, %s".formatted(what, keywords(Sweeps.axes()), ALL)));
        if (!known.contains(axis)) {
            throw new UsageException("%s cannot be swept with %s; needs one of %s"
                    .formatted(
                            what,
                            controllers.isEmpty()
                                    ? "--controller, because it needs a restart of Beacon"
                                    : "--controllers, because it is of Beacon alone",
                            keywords(known)));
        }
        return List.of(axis);
    }

    private static String keywords(List<Axis> axes) {
        return axes.stream().map(Axis::keyword).collect(Collectors.joining(", "));
    }
}
