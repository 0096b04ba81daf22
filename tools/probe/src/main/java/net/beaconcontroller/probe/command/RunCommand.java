package net.beaconcontroller.probe.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import net.beaconcontroller.bench.command.ControllerOptions;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.probe.ScenarioFile;
import net.beaconcontroller.probe.ScenarioParameters;
import net.beaconcontroller.probe.command.CaseOptions.Candidate;
import net.beaconcontroller.probe.robustness.ProbeCase;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code run} command: runs a scenario that the user has written. */
@Command(
        name = "run",
        description = {
            "Runs a scenario of a Java file against a controller.",
            "",
            "The file has a class that implements Scenario; see docs/probe.md.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  beacon probe run ShortLength.java",
            "  beacon probe run ShortLength.java --controller 127.0.0.1:6633 --openflow 1.3",
            "  beacon probe run ShortLength.java -P count=1000",
            "",
            "Exit codes: 0 success, 1 a verdict worse than --allow, 2 invalid command line."
        })
final class RunCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "A Java file with one scenario.")
    private Path file = Path.of("");

    @Option(
            names = "-P",
            paramLabel = "NAME=VALUE",
            description = "A parameter for which the scenario asks. Repeatable.")
    private Map<String, String> parameters = Map.of();

    @Mixin
    private VersionsOption openflow;

    @Mixin
    private CaseOptions options;

    @Mixin
    private ControllerOptions controller;

    @Override
    public Integer call() throws IOException, InterruptedException {
        String name = file.getFileName().toString().replaceFirst("\\.java$", "");
        try (ScenarioFile compiled = ScenarioFile.compile(file, System.getProperty("java.class.path"))) {
            var given = new ScenarioParameters(parameters);
            var probeCase = new ProbeCase("file/" + name, file.toString(), probe -> {
                probe.setParameters(given);
                compiled.scenario().run(probe);
            });
            int code = options.run(
                    List.of(new Candidate(controller.controllers().of("default", 0, Map.of()), openflow.versions())),
                    List.of(probeCase));
            if (!given.unknown().isEmpty()) {
                throw new UsageException("-P %s: the scenario has not asked for it; it has asked for: %s"
                        .formatted(given.unknown(), given.asked().isEmpty() ? "none" : given.asked()));
            }
            return code;
        } catch (ScenarioFile.CompilationFailedException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
