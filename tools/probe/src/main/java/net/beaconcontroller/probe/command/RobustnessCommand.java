package net.beaconcontroller.probe.command;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import net.beaconcontroller.bench.command.ControllerOptions;
import net.beaconcontroller.probe.command.CaseOptions.Candidate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The {@code robustness} command: runs the catalogue against one controller. */
@Command(
        name = "robustness",
        description = {
            "Connects faulty switches to a controller, and reports how it reacts.",
            "",
            "In each case there is a faulty switch, and a witness that must not notice it.",
            "Verdicts, from best to worst: refused, ignored, closed, obeyed, stuck,",
            "disturbed, died; see docs/probe.md.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  beacon probe robustness --openflow 1.0,1.3 --out report.html",
            "  beacon probe robustness --case 'study/*' --controller 127.0.0.1:6633",
            "",
            "Exit codes: 0 success, 1 a verdict worse than --allow, 2 invalid command line."
        })
final class RobustnessCommand implements Callable<Integer> {
    @Mixin
    private VersionsOption openflow;

    @Mixin
    private CatalogueOptions options;

    @Mixin
    private ControllerOptions controller;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return options.run(
                List.of(new Candidate(controller.controllers().of("default", 0, Map.of()), openflow.versions())));
    }
}
