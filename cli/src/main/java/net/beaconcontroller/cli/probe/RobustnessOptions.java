package net.beaconcontroller.cli.probe;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.bench.Machine;
import net.beaconcontroller.cli.support.CommandText;
import net.beaconcontroller.cli.support.Table;
import net.beaconcontroller.cli.support.Terminal;
import net.beaconcontroller.cli.support.UsageException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.Verdict;
import net.beaconcontroller.probe.report.RobustnessJson;
import net.beaconcontroller.probe.report.RobustnessPage;
import net.beaconcontroller.probe.report.RobustnessReport;
import net.beaconcontroller.probe.report.RobustnessXml;
import net.beaconcontroller.probe.robustness.Limits;
import net.beaconcontroller.probe.robustness.Outcome;
import net.beaconcontroller.probe.robustness.ProbeCase;
import net.beaconcontroller.probe.robustness.Robustness;
import net.beaconcontroller.probe.robustness.catalogue.Catalogue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of commands that run the catalogue, the run, and its reports. */
final class RobustnessOptions {
    /** A controller and the versions that it is tried with. */
    record Candidate(ControllerUnderTest controller, Set<Version> versions) {}

    @Option(
            names = "--openflow",
            paramLabel = "VERSIONS",
            split = ",",
            description = "OpenFlow versions: any of 1.0, 1.2, 1.3, 1.4 and 1.5. Default: 1.0,1.3.")
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

    @Option(names = "--json", description = "Prints JSON instead of tables.")
    private boolean json;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Writes the verdicts in JUnit's XML format; a worse one than --allow is a failure.")
    private @Nullable Path junit;

    @Option(names = "--out", paramLabel = "FILE", description = "Writes a report as an HTML page.")
    private @Nullable Path out;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Returns the versions of {@code --openflow}. */
    Set<Version> versions() {
        var all = new TreeSet<Version>();
        for (String number : versions) {
            all.add(Version.ofNumber(number)
                    .filter(ProbeCase.ALL_VERSIONS::contains)
                    .orElseThrow(() -> new UsageException(
                            "--openflow %s: needs any of 1.0, 1.2, 1.3, 1.4 and 1.5".formatted(number))));
        }
        return all;
    }

    /**
     * Runs the selected cases of the catalogue against each controller, and prints and writes the reports.
     *
     * @return the exit code
     */
    int run(List<Candidate> candidates) throws IOException, InterruptedException {
        return run(candidates, selected(Catalogue.all()));
    }

    /** Does the same with these cases. */
    int run(List<Candidate> candidates, List<ProbeCase> cases) throws IOException, InterruptedException {
        Verdict allowed = Verdict.ofName(allow)
                .orElseThrow(() -> new UsageException(
                        "--allow %s: needs one of %s".formatted(allow, Arrays.toString(Verdict.values()))));
        PrintWriter to = spec.commandLine().getOut();
        if (list) {
            list(cases, to);
            return CommandLine.ExitCode.OK;
        }
        var report = new RobustnessReport(CommandText.of(spec), Machine.here(), seed, runs(candidates, cases));
        write(report, allowed);
        if (json) {
            to.print(RobustnessJson.of(report));
            to.flush();
        } else {
            new RobustnessTable(to, Terminal.isInteractive()).print(report);
        }
        return report.isWorseThan(allowed) ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
    }

    private List<RobustnessReport.Run> runs(List<Candidate> candidates, List<ProbeCase> cases)
            throws InterruptedException {
        var runs = new ArrayList<RobustnessReport.Run>();
        for (Candidate candidate : candidates) {
            for (Version version : candidate.versions()) {
                runs.add(run(candidate.controller(), version, cases));
            }
        }
        return runs;
    }

    private RobustnessReport.Run run(ControllerUnderTest controller, Version version, List<ProbeCase> cases)
            throws InterruptedException {
        var outcomes = new ArrayList<Outcome>();
        long count = cases.stream()
                .filter(probeCase -> probeCase.versions().contains(version))
                .count();
        String title = "%s, OpenFlow %s".formatted(controller.name(), version);
        String failure = "";
        try (var progress = new RobustnessProgress(spec.commandLine().getErr(), title, count);
                var robustness = new Robustness(controller, version, Limits.DEFAULT, seed)) {
            robustness.run(cases, outcome -> {
                outcomes.add(outcome);
                progress.ended(outcome);
            });
        } catch (IOException e) {
            failure = String.valueOf(e.getMessage());
        }
        return new RobustnessReport.Run(controller.name(), version, outcomes, failure);
    }

    private static void list(List<ProbeCase> cases, PrintWriter to) {
        var table = new Table("CASE", "WHAT THE FAULTY SWITCH DOES");
        cases.forEach(probeCase -> table.add(probeCase.name(), probeCase.description()));
        table.print(to);
    }

    private List<ProbeCase> selected(List<ProbeCase> all) {
        List<PathMatcher> matchers = patterns.stream()
                .map(pattern -> FileSystems.getDefault().getPathMatcher("glob:" + pattern))
                .toList();
        List<ProbeCase> cases = all.stream()
                .filter(probeCase -> matchers.isEmpty()
                        || matchers.stream().anyMatch(matcher -> matcher.matches(Path.of(probeCase.name()))))
                .toList();
        if (cases.isEmpty()) {
            throw new UsageException(
                    "--case %s: matches no case; --list lists them".formatted(String.join(" ", patterns)));
        }
        return cases;
    }

    private void write(RobustnessReport report, Verdict allowed) throws IOException {
        if (junit != null) {
            Files.writeString(junit, RobustnessXml.of(report, allowed));
        }
        if (out != null) {
            Files.writeString(out, RobustnessPage.of(report));
            spec.commandLine().getErr().printf("beacon: report: %s%n", out);
        }
    }
}
