package net.beaconcontroller.bench.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import net.beaconcontroller.bench.Comparison;
import net.beaconcontroller.bench.ControllersFile;
import net.beaconcontroller.console.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The {@code compare} command: measures several controllers under the same load. */
@Command(
        name = "compare",
        description = {
            "Measures several controllers under the same load, one after another.",
            "",
            "FILE lists the controllers in HOCON. Keys: name, command, port or address,",
            "openflow, folder, environment, cpus (default: --controller-cpus). Each repeat",
            "measures the throughput and then the latency of every controller and of the",
            "baseline. The table lists failed measurements.",
            ""
        },
        footer = {
            "",
            "A FILE with two controllers:",
            "  controllers = [",
            "    { name = Beacon, port = 6633",
            "      command = [./beacon, run, -D, \"controller.listen=127.0.0.1:6633\"] }",
            "    { name = Other, port = 6653, command = \"exec ./other\", openflow = [\"1.3\"] }",
            "  ]",
            "",
            "Examples:",
            "  beacon bench compare docs/controllers.conf",
            "  beacon bench compare mine.conf --repeats 5 --seconds 5 --out results"
        })
final class CompareCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The file that lists the controllers.")
    private Path file = Path.of("");

    @Mixin
    private ExperimentOptions options;

    @Mixin
    private CpuOptions cpus;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return options.run(Comparison.points(read(file, cpus), options.load()), cpus);
    }

    /** Reads a file of controllers. */
    static List<ControllersFile.Entry> read(Path file, CpuOptions cpus) {
        try {
            return ControllersFile.read(file, cpus.controller());
        } catch (ControllersFile.InvalidFileException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
