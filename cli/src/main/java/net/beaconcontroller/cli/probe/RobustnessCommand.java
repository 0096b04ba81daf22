package net.beaconcontroller.cli.probe;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.cli.bench.ControllerOptions;
import net.beaconcontroller.cli.support.Table;
import net.beaconcontroller.cli.support.Terminal;
import net.beaconcontroller.cli.support.UsageException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.Verdict;
import net.beaconcontroller.probe.robustness.Limits;
import net.beaconcontroller.probe.robustness.Outcome;
import net.beaconcontroller.probe.robustness.ProbeCase;
import net.beaconcontroller.probe.robustness.Robustness;
import net.beaconcontroller.probe.robustness.catalogue.Catalogue;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The {@code robustness} command: runs the catalogue against a controller. */
@Command(
        name = "robustness",
        description = {
            "Connects faulty switches to a controller, and says how it takes them.",
            "",
            "Of each case there is a faulty switch, and a witness that must not notice it.",
            "Verdicts, from best to worst: refused, ignored, closed, obeyed, stuck,",
            "disturbed, died; see docs/probe.md.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  beacon probe robustness --openflow 1.0,1.3",
            "  beacon probe robustness --case 'study/*' --controller 127.0.0.1:6633",
            "",
            "Exit codes: 0 no verdict is worse than --allow, 1 one is, 2 invalid command line."
        })
final class RobustnessCommand implements Callable<Integer> {
    @Mixin
    private ControllerOptions controller;

    @Option(
            names = "--openflow",
            paramLabel = "VERSIONS",
            split = ",",
            description = "OpenFlow versions, such as 1.0,1.3. Default: 1.0 and 1.3.")
    private List<String> versions = List.of("1.0", "1.3");

    @Option(
            names = "--case",
            paramLabel = "PATTERN",
            description = "Runs the cases whose names match, such as 'study/*'. Repeatable. Default: all.")
    private List<String> patterns = List.of();

    @Option(names = "--list", description = "Lists the cases, and runs none.")
    private boolean list;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            description = "Determines all random values. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--allow",
            paramLabel = "VERDICT",
            description = "The worst verdict with exit code 0. Default: ${DEFAULT-VALUE}.")
    private String allow = "closed";

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Verdict allowed = Verdict.ofName(allow)
                .orElseThrow(() -> new UsageException(
                        "--allow %s: needs one of %s".formatted(allow, Arrays.toString(Verdict.values()))));
        List<ProbeCase> cases = cases();
        if (list) {
            var table = new Table("CASE", "WHAT THE SWITCH DOES");
            cases.forEach(one -> table.add(one.name(), one.description()));
            table.print(out);
            return CommandLine.ExitCode.OK;
        }
        var outcomes = new ArrayList<Outcome>();
        ControllerUnderTest under = controller.controllers().of("default", 0, Map.of());
        for (String number : versions) {
            try (var robustness = new Robustness(under, version(number), Limits.DEFAULT, seed)) {
                outcomes.addAll(robustness.run(cases, this::progress));
            }
        }
        print(outcomes, out);
        boolean isWorse =
                outcomes.stream().anyMatch(outcome -> outcome.verdict().isWorseThan(allowed));
        return isWorse ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
    }

    private static Version version(String number) {
        return Version.ofNumber(number)
                .filter(ProbeCase.ALL_VERSIONS::contains)
                .orElseThrow(() -> new UsageException(
                        "--openflow %s: needs versions of 1.0, 1.2, 1.3, 1.4 and 1.5".formatted(number)));
    }

    private List<ProbeCase> cases() {
        List<PathMatcher> matchers = patterns.stream()
                .map(pattern -> FileSystems.getDefault().getPathMatcher("glob:" + pattern))
                .toList();
        List<ProbeCase> cases = Catalogue.all().stream()
                .filter(one -> matchers.isEmpty()
                        || matchers.stream().anyMatch(matcher -> matcher.matches(Path.of(one.name()))))
                .toList();
        if (cases.isEmpty()) {
            throw new UsageException("--case %s: matches no case; --list lists them".formatted(patterns));
        }
        return cases;
    }

    private void progress(Outcome outcome) {
        PrintWriter err = spec.commandLine().getErr();
        String line =
                "%s of OpenFlow %s: %s".formatted(outcome.probeCase().name(), outcome.version(), outcome.verdict());
        if (Terminal.isInteractive()) {
            err.print(Terminal.ERASE_LINE + "beacon: " + line);
            err.flush();
        }
    }

    private static void print(List<Outcome> outcomes, PrintWriter out) {
        var table = new Table("CASE", "OPENFLOW", "VERDICT", "MS", "WITNESS P99/MAX US", "DETAIL");
        for (Outcome outcome : outcomes) {
            table.add(
                    outcome.probeCase().name(),
                    outcome.version().toString(),
                    outcome.verdict().toString(),
                    Long.toString(outcome.millis()),
                    "%d/%d"
                            .formatted(
                                    outcome.during().percentile99(),
                                    outcome.during().maximum()),
                    outcome.detail());
        }
        table.print(out);
    }
}
