package net.beaconcontroller.comparison;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import net.beaconcontroller.bench.ControllersFile;
import net.beaconcontroller.bench.Machine;
import net.beaconcontroller.bench.command.CpuOptions;
import net.beaconcontroller.bench.command.DurationOptions;
import net.beaconcontroller.console.CommandText;
import net.beaconcontroller.console.ProgressLine;
import net.beaconcontroller.console.Range;
import net.beaconcontroller.console.ToolCommand;
import net.beaconcontroller.console.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The {@code publish} command: measures the comparison, and writes its pages. */
@Command(
        name = "publish",
        description = {
            "Measures several controllers in all respects, and writes the pages of the",
            "comparison.",
            "",
            "FILE lists the controllers, as for 'bench compare', with 'about' and 'files',",
            "and those that are 'missing'. Each measurement is added at once to the data in",
            "FOLDER/data; those that are there already are not repeated, so that an",
            "interrupted command continues. In the pages of FOLDER, the tables, numbers and",
            "plots are written from the data; without pages, a first one is made.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  beacon bench publish mine.conf --out comparison --rounds 3",
            "  beacon bench publish mine.conf --parts robustness",
            "  beacon bench publish --from docs/comparison/data",
            "",
            "Exit codes: 0 success, 1 a measurement failed, 2 invalid command line."
        })
public final class PublishCommand implements Callable<Integer>, ToolCommand {
    private static final int MAX_ROUNDS = 1000;
    private static final String DATA = "data";

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "The file that lists the controllers.")
    private @Nullable Path file;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "The folder of the pages. Default: comparison, and with --from the folder that DATA is in.")
    private @Nullable Path out;

    @Option(
            names = "--from",
            paramLabel = "DATA",
            description = "Writes the pages from this data, and measures nothing.")
    private @Nullable Path from;

    @Option(
            names = "--parts",
            paramLabel = "PART",
            split = ",",
            description = "What to measure: throughput, latency, switches, hosts, resources, robustness, reliability,"
                    + " cbench. Default: all but the last two.")
    private List<String> parts = List.of();

    @Option(
            names = "--only",
            paramLabel = "NAME",
            split = ",",
            description = "Measures these controllers of the file alone.")
    private List<String> only = List.of();

    @Option(
            names = "--rounds",
            paramLabel = "COUNT",
            description = "Measurements of each point. Default: ${DEFAULT-VALUE}.")
    private int rounds = 7;

    @Mixin
    private DurationOptions durations = new DurationOptions(2, 8);

    @Option(
            names = "--rate",
            paramLabel = "COUNT",
            description = "Packet-ins per second of reliability. Default: ${DEFAULT-VALUE}, with which an hour has the"
                    + " packet-ins of the study's day.")
    private long rate = 168_889;

    @Option(
            names = "--cbench",
            paramLabel = "PROGRAM",
            description = "The original cbench, which counts beside that of this project in the part cbench.")
    private @Nullable Path cbench;

    @Mixin
    private CpuOptions cpus;

    @Spec
    private CommandSpec spec;

    @Override
    public String parent() {
        return "bench";
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (file != null && from == null) {
            return measure(file) ? 0 : 1;
        }
        if (file != null || from == null) {
            throw new UsageException("needs FILE, or --from DATA");
        }
        if (!Files.isDirectory(from)) {
            throw new UsageException("--from %s: needs a folder with data".formatted(from));
        }
        Path parent = from.toAbsolutePath().normalize().getParent();
        write(Data.read(from), out == null && parent != null ? parent : folder());
        return 0;
    }

    private boolean measure(Path list) throws IOException, InterruptedException {
        Set<Part> selected = parts();
        Range.check("--rounds", rounds, 1, MAX_ROUNDS);
        if (rate <= 0) {
            throw new UsageException("--rate %d: needs more than 0".formatted(rate));
        }
        if (cbench != null && !Files.isExecutable(cbench)) {
            throw new UsageException("--cbench %s: needs a program".formatted(cbench));
        }
        if (cbench != null && !selected.contains(Part.CBENCH)) {
            throw new UsageException("--cbench: needs --parts %s".formatted(Part.CBENCH.keyword()));
        }
        List<ControllersFile.Entry> controllers;
        List<ControllersFile.Missing> missing;
        try {
            controllers = ControllersFile.read(list, cpus.controller());
            missing = ControllersFile.missing(list);
        } catch (ControllersFile.InvalidFileException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        var matrix = new Matrix(selected(controllers), durations.measurement(), durations.warmUp(), cpus.controller());
        // Before this process is pinned, which changes the number of processors.
        Map<String, Object> run = run(Machine.here());
        cpus.pinThisProcess();
        Data data = Data.read(folder().resolve(DATA));
        data.describe(descriptions(controllers, missing));
        boolean succeeded = new Measurements(
                        matrix,
                        data,
                        run,
                        new ToPeople(new ProgressLine(spec.commandLine().getErr())),
                        cbench)
                .run(selected, rounds, (double) rate);
        write(data, folder());
        return succeeded;
    }

    private Path folder() {
        return out == null ? Path.of("comparison") : out;
    }

    private Set<Part> parts() {
        if (parts.isEmpty()) {
            var all = new LinkedHashSet<>(List.of(Part.values()));
            all.removeAll(List.of(Part.RELIABILITY, Part.CBENCH));
            return all;
        }
        return parts.stream()
                .map(name -> Part.named(name)
                        .orElseThrow(() ->
                                new UsageException("--parts %s: needs some of %s".formatted(name, Part.keywords()))))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private List<ControllersFile.Entry> selected(List<ControllersFile.Entry> controllers) {
        List<String> names =
                controllers.stream().map(entry -> entry.controller().name()).toList();
        only.stream().filter(name -> !names.contains(name)).findFirst().ifPresent(name -> {
            throw new UsageException("--only %s: needs some of %s".formatted(name, String.join(", ", names)));
        });
        return controllers.stream()
                .filter(entry ->
                        only.isEmpty() || only.contains(entry.controller().name()))
                .toList();
    }

    private Map<String, Object> run(Machine machine) {
        var run = new LinkedHashMap<String, Object>();
        run.put("date", machine.date().toOffsetDateTime().toString());
        run.put("command", CommandText.of(spec));
        run.put(
                "machine",
                "%d x %s, %s, %s; %s"
                        .formatted(
                                machine.processors(),
                                machine.processor(),
                                machine.kernel(),
                                machine.jvm(),
                                machine.settings().entrySet().stream()
                                        .map(setting -> setting.getKey() + " " + setting.getValue())
                                        .collect(Collectors.joining(", "))));
        return run;
    }

    private static List<Map<String, Object>> descriptions(
            List<ControllersFile.Entry> controllers, List<ControllersFile.Missing> missing) {
        var all = new ArrayList<Map<String, Object>>();
        for (ControllersFile.Entry entry : controllers) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("name", entry.controller().name());
            fields.put(
                    "openflow",
                    entry.versions().stream().sorted().map(String::valueOf).toList());
            fields.putAll(entry.about());
            all.add(fields);
        }
        for (ControllersFile.Missing one : missing) {
            SequencedMap<String, Object> fields = new LinkedHashMap<>();
            fields.put("name", one.name());
            fields.put("missing", one.why());
            all.add(fields);
        }
        return all;
    }

    private void write(Data data, Path folder) throws IOException {
        Path first = folder.resolve("README.md");
        if (Files.notExists(first)) {
            Files.createDirectories(folder);
            Files.writeString(first, Skeleton.page());
        }
        PrintWriter err = spec.commandLine().getErr();
        new Pages(folder, data).write().forEach(page -> err.printf("beacon: written: %s%n", page));
        err.flush();
    }

    /** Prints the progress: off a terminal only what stays. */
    private record ToPeople(ProgressLine line) implements Measurements.Progress {
        @Override
        public synchronized void tick(String text) {
            if (line.isTerminal()) {
                line.print(text);
            }
        }

        @Override
        public synchronized void say(String text) {
            line.printLasting(text);
        }
    }
}
