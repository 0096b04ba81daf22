package net.beaconcontroller.probe.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import net.beaconcontroller.bench.ControllersFile;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.command.CaseOptions.Candidate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The {@code compare} command: runs the catalogue against several controllers. */
@Command(
        name = "compare",
        description = {
            "Runs the cases of 'robustness' against several controllers, one after another.",
            "",
            "FILE lists the controllers, as for 'beacon bench compare'. Each is tried with",
            "those versions of --openflow that the file says it supports.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  beacon probe compare docs/controllers.conf --out report.html",
            "  beacon probe compare mine.conf --case 'study/*' --openflow 1.0 --json",
            "",
            "Exit codes: 0 success, 1 a verdict worse than --allow, 2 invalid command line."
        })
final class CompareCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The file that lists the controllers.")
    private Path file = Path.of("");

    @Mixin
    private VersionsOption openflow;

    @Mixin
    private CatalogueOptions options;

    @Override
    public Integer call() throws IOException, InterruptedException {
        var candidates = new ArrayList<Candidate>();
        try {
            for (ControllersFile.Entry entry : ControllersFile.read(file, "")) {
                Set<Version> both = new TreeSet<>(openflow.versions());
                both.retainAll(entry.versions());
                candidates.add(new Candidate(entry.controller(), both));
            }
        } catch (ControllersFile.InvalidFileException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        return options.run(candidates);
    }
}
