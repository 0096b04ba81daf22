package net.beaconcontroller.probe.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.bench.Machine;
import net.beaconcontroller.console.CommandText;
import net.beaconcontroller.console.Terminal;
import net.beaconcontroller.console.UsageException;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of commands that run cases, the run, and its reports. */
final class CaseOptions {
    /** A controller and the versions that it is tried with. */
    record Candidate(ControllerUnderTest controller, Set<Version> versions) {}

    private static final double MILLIS_PER_SECOND = 1000;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            description = "Determines all random values. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--closing-time",
            paramLabel = "SECONDS",
            defaultValue = "12",
            description = "Time for the controller to close the connection of a switch that it does not serve; the"
                    + " switch is stuck after it. Default: ${DEFAULT-VALUE}.")
    private double closingTime;

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

    /**
     * Runs the cases against each controller, and prints and writes the reports.
     *
     * @return the exit code
     */
    int run(List<Candidate> candidates, List<ProbeCase> cases) throws IOException, InterruptedException {
        Verdict allowed = OptionValues.allowed(allow);
        if (!(closingTime > 0)) {
            throw new UsageException("--closing-time %s: needs more than 0".formatted(closingTime));
        }
        var report = new RobustnessReport(CommandText.of(spec), Machine.here(), seed, runs(candidates, cases));
        write(report, allowed);
        PrintWriter to = spec.commandLine().getOut();
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
                var robustness = new Robustness(controller, version, limits(), seed)) {
            robustness.run(cases, outcome -> {
                outcomes.add(outcome);
                progress.ended(outcome);
            });
        } catch (IOException e) {
            failure = String.valueOf(e.getMessage());
        }
        return new RobustnessReport.Run(controller.name(), version, outcomes, failure);
    }

    private Limits limits() {
        return Limits.DEFAULT.withClosingTime(Duration.ofMillis((long) (closingTime * MILLIS_PER_SECOND)));
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
