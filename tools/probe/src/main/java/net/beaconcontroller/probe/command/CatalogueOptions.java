package net.beaconcontroller.probe.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import net.beaconcontroller.console.Table;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.probe.command.CaseOptions.Candidate;
import net.beaconcontroller.probe.robustness.ProbeCase;
import net.beaconcontroller.probe.robustness.catalogue.Catalogue;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of commands that run the catalogue. */
final class CatalogueOptions {
    @Option(
            names = "--case",
            paramLabel = "PATTERN",
            description = "Runs the cases whose names match, such as 'study/*'. Repeatable. Default: all.")
    private List<String> patterns = List.of();

    @Option(names = "--list", description = "Lists the cases, and runs none.")
    private boolean list;

    @Mixin
    private CaseOptions options;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /**
     * Runs the selected cases against each controller, or lists them.
     *
     * @return the exit code
     */
    int run(List<Candidate> candidates) throws IOException, InterruptedException {
        List<ProbeCase> cases = cases();
        if (list) {
            list(cases, spec.commandLine().getOut());
            return CommandLine.ExitCode.OK;
        }
        return options.run(candidates, cases);
    }

    private List<ProbeCase> cases() {
        List<PathMatcher> matchers = patterns.stream()
                .map(pattern -> FileSystems.getDefault().getPathMatcher("glob:" + pattern))
                .toList();
        List<ProbeCase> cases = Catalogue.all().stream()
                .filter(probeCase -> matchers.isEmpty()
                        || matchers.stream().anyMatch(matcher -> matcher.matches(Path.of(probeCase.name()))))
                .toList();
        if (cases.isEmpty()) {
            throw new UsageException(
                    "--case %s: matches no case; --list lists them".formatted(String.join(" ", patterns)));
        }
        return cases;
    }

    private static void list(List<ProbeCase> cases, PrintWriter to) {
        var table = new Table("CASE", "WHAT THE FAULTY SWITCH DOES");
        cases.forEach(probeCase -> table.add(probeCase.name(), probeCase.description()));
        table.print(to);
    }
}
