package net.beaconcontroller.probe.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.bench.command.ControllerOptions;
import net.beaconcontroller.console.JsonLine;
import net.beaconcontroller.console.ProgressLine;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.Verdict;
import net.beaconcontroller.probe.fuzz.FuzzSummary;
import net.beaconcontroller.probe.fuzz.Fuzzer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The {@code fuzz} command: tries random sequences of faulty messages. */
@Command(
        name = "fuzz",
        description = {
            "Sends random sequences of faulty messages to a controller.",
            "",
            "Messages are generated from the structures of OpenFlow, with faults in some of",
            "their fields. A sequence with a verdict that is worse than --allow is a finding.",
            "It is reduced to the messages and faults that are needed for the verdict, and",
            "saved in --out; beacon probe replay sends it again.",
            "",
            "The default of --allow is closed, since a controller may close the connection of",
            "a switch whose messages it cannot separate any more. This hides faults after",
            "which the connection should stay open; --allow ignored finds these too.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  beacon probe fuzz --seconds 60",
            "  beacon probe fuzz --seconds 60 --openflow 1.3 --allow ignored",
            "  beacon probe fuzz --seed 7 --controller 127.0.0.1:6633 --pid 4711",
            "",
            "Exit codes: 0 nothing was found, 1 something was found or a version could not be",
            "tried, 2 invalid command line."
        })
final class FuzzCommand implements Callable<Integer> {
    @Mixin
    private ControllerOptions controller;

    @Option(
            names = "--seconds",
            paramLabel = "SECONDS",
            description = "The time for all versions, each of which gets an equal part; a finding may take"
                    + " five minutes more. Default: ${DEFAULT-VALUE}.")
    private double seconds = 60;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            description = "Determines all sequences. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--openflow",
            paramLabel = "VERSIONS",
            split = ",",
            description = "OpenFlow versions: any of 1.0, 1.2, 1.3, 1.4 and 1.5. Default: all.")
    private List<String> versions = List.of("1.0", "1.2", "1.3", "1.4", "1.5");

    @Option(
            names = "--allow",
            paramLabel = "VERDICT",
            description = "The worst verdict that is not a finding. Default: ${DEFAULT-VALUE}.")
    private String allow = "closed";

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "The folder of the findings. Default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("beacon-fuzz");

    @Option(names = "--json", description = "Prints JSON: one object per line and version.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!(seconds > 0 && seconds < Double.POSITIVE_INFINITY)) {
            throw new UsageException("--seconds %s: needs more than 0".formatted(seconds));
        }
        Verdict allowed = OptionValues.allowed(allow);
        Set<Version> all = OptionValues.versions(versions);
        ControllerUnderTest under = controller.controllers().of("default", 0, Map.of());
        createFolder();
        var time = Duration.ofNanos((long) (seconds * 1e9 / all.size()));
        boolean isGood = true;
        for (Version version : all) {
            FuzzSummary summary = run(under, version, allowed, time);
            print(summary);
            isGood &= summary.findings() == 0 && summary.failure().isEmpty();
        }
        return isGood ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private FuzzSummary run(ControllerUnderTest under, Version version, Verdict allowed, Duration time)
            throws InterruptedException {
        try (var progress = new Progress(spec.commandLine().getErr(), version, time);
                var fuzzer = new Fuzzer(under, version, seed, allowed, out, progress)) {
            return fuzzer.run(time);
        }
    }

    /** Creates the folder, before a run that may take hours. */
    private void createFolder() {
        try {
            Files.createDirectories(out);
        } catch (IOException e) {
            throw new UsageException("--out %s: cannot create this folder: %s".formatted(out, e));
        }
        if (!Files.isWritable(out)) {
            throw new UsageException("--out %s: cannot write to this folder".formatted(out));
        }
    }

    private void print(FuzzSummary summary) {
        PrintWriter output = spec.commandLine().getOut();
        if (json) {
            output.println(JsonLine.of(summary.fields()));
        } else {
            output.printf(
                    Locale.ROOT,
                    "OpenFlow %s: %s; %d kinds of messages%n",
                    summary.version(),
                    text(summary),
                    summary.messages().size());
            summary.first()
                    .ifPresent(first -> output.printf(
                            "  %s%n", first.changeTo(summary.last().orElse(first))));
            if (!summary.failure().isEmpty()) {
                output.printf("  ended early: %s%n", summary.failure());
            }
        }
        output.flush();
    }

    private static String text(FuzzSummary summary) {
        String verdicts = summary.verdicts().entrySet().stream()
                .map(entry -> "%d %s".formatted(entry.getValue(), entry.getKey()))
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "%,d sequences, %.1f per second: %s; %d findings, %d repeated",
                summary.sequences(),
                summary.sequencesPerSecond(),
                verdicts.isEmpty() ? "no verdict" : verdicts,
                summary.findings(),
                summary.repeated());
    }

    /** Prints the progress with one version: on a terminal every second, elsewhere every minute. */
    private static final class Progress implements Fuzzer.Listener, AutoCloseable {
        private final ProgressLine line;
        private final Duration interval;
        private final Duration time;
        private final long began = System.nanoTime();
        private long lastLine = began;

        Progress(PrintWriter err, Version version, Duration time) {
            this.line = new ProgressLine(err);
            this.interval = line.isTerminal() ? Duration.ofSeconds(1) : Duration.ofMinutes(1);
            this.time = time;
            line.print("OpenFlow %s: starting".formatted(version));
        }

        @Override
        public void tried(FuzzSummary summary) {
            long now = System.nanoTime();
            if (now - lastLine > interval.toNanos()) {
                lastLine = now;
                long left = Math.max(0, time.minusNanos(now - began).toSeconds());
                line.print("OpenFlow %s, %d s left: %s".formatted(summary.version(), left, text(summary)));
            }
        }

        @Override
        public void minimizing(FuzzSummary summary, Verdict verdict) {
            line.print("OpenFlow %s: %s; trying it again".formatted(summary.version(), verdict));
        }

        @Override
        public void found(Version version, Verdict verdict, String detail, Optional<Path> file) {
            String saved = file.map(path -> "; saved in " + path).orElse("");
            line.printLasting("OpenFlow %s: %s: %s%s".formatted(version, verdict, detail, saved));
        }

        @Override
        public void close() {
            line.close();
        }
    }
}
