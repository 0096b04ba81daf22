package net.beaconcontroller.probe.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import net.beaconcontroller.bench.command.ControllerOptions;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.probe.command.CaseOptions.Candidate;
import net.beaconcontroller.probe.fuzz.FuzzCase;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The {@code replay} command: sends a sequence that {@code fuzz} has saved. */
@Command(
        name = "replay",
        description = {
            "Sends the messages of a file to a controller, and prints the verdict.",
            "",
            "The file is saved by beacon probe fuzz, or written by hand:",
            "  openflow 1.3             the version that the switch negotiates",
            "  segment 0                bytes per TCP segment; 0, the default: all at once",
            "  040200080000002a         a message in hexadecimal, one per line",
            "A # begins a comment.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  beacon probe replay beacon-fuzz/stuck-1.3-1-77.txt",
            "  beacon probe replay case.txt --controller 127.0.0.1:6633 --pid 4711 --json",
            "",
            "Exit codes: 0 success, 1 a verdict worse than --allow, 2 invalid command line."
        })
final class ReplayCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The file with the messages.")
    private Path file = Path.of("");

    @Mixin
    private CaseOptions options;

    @Mixin
    private ControllerOptions controller;

    @Override
    public Integer call() throws IOException, InterruptedException {
        FuzzCase sequence = read();
        var candidate = new Candidate(controller.controllers().of("default", 0, Map.of()), Set.of(sequence.version()));
        return options.run(List.of(candidate), List.of(sequence.probeCase()));
    }

    private FuzzCase read() throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new UsageException("%s: no such file".formatted(file));
        }
        try {
            return FuzzCase.read(file);
        } catch (FuzzCase.InvalidCaseException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
