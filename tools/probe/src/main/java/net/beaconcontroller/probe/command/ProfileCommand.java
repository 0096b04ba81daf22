package net.beaconcontroller.probe.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.command.ControllerOptions;
import net.beaconcontroller.console.CommandText;
import net.beaconcontroller.console.JsonLine;
import net.beaconcontroller.console.Terminal;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.profile.InvalidProfileException;
import net.beaconcontroller.probe.profile.Profile;
import net.beaconcontroller.probe.profile.ProfileFolder;
import net.beaconcontroller.probe.profile.ProfileReport;
import net.beaconcontroller.probe.profile.ProfileRun;
import net.beaconcontroller.probe.profile.ProfileSettings;
import net.beaconcontroller.probe.profile.StepResult;
import net.beaconcontroller.probe.profile.Tick;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The {@code profile} command: a long test of reliability. */
@Command(
        name = "profile",
        description = {
            "Sends packet-ins at the rates of a profile, such as a campus day.",
            "",
            "A profile is a list of steps, each with a duration and a rate. Packet-ins are",
            "sent at their times whether the controller answers or not (open loop), and",
            "latency counts from these times. A packet-in that is not answered in time is",
            "lost. Connections that end are counted and opened again.",
            ""
        },
        footer = {
            "",
            "A FILE with two steps, each line a duration and packet-ins per second:",
            "  10m   2000    # night",
            "  1h30m 18000   # noon",
            "",
            "Examples:",
            "  beacon probe profile campus-day --duration 10m",
            "  beacon probe profile campus-day --controller 127.0.0.1:6633 --out day",
            "  beacon probe profile campus-day --controller 127.0.0.1:6633 --out day --resume",
            "",
            "Exit codes: 0 none was lost or closed, 1 one was, 2 invalid command line."
        })
final class ProfileCommand implements Callable<Integer> {
    private static final DateTimeFormatter FOLDER = DateTimeFormatter.ofPattern("'beacon-profile-'yyyyMMdd-HHmmss");

    @Parameters(
            paramLabel = "FILE",
            description = "The file of the profile, or " + Profile.CAMPUS_DAY
                    + ": the 24 hours of the study of 2013, 33" + " steps of 2,000 to 18,000 packet-ins per second.")
    private String file = "";

    @Mixin
    private ControllerOptions controller;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description = "Runs the profile in this time, such as 10m or 1h.")
    private @Nullable String duration;

    @Option(names = "--scale", paramLabel = "FACTOR", description = "Multiplies all durations, such as by 0.1.")
    private @Nullable Double scale;

    @Option(
            names = "--switches",
            paramLabel = "COUNT",
            description = "Switches, which share the rate. Default: ${DEFAULT-VALUE}.")
    private int switches = 5;

    @Option(
            names = "--hosts",
            paramLabel = "COUNT",
            description = "Source MAC addresses per switch. Default: ${DEFAULT-VALUE}.")
    private int hosts = 1000;

    @Option(
            names = "--openflow",
            paramLabel = "VERSION",
            description = "OpenFlow version of the switches: 1.0, 1.2, 1.3, 1.4 or 1.5. Default: ${DEFAULT-VALUE}.")
    private String openflow = "1.0";

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "A packet-in without an answer in this time is lost. Default: ${DEFAULT-VALUE}.")
    private String timeout = "1s";

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "The folder of results.json and report.html, which are updated after each step. Default: "
                    + "beacon-profile-DATE-TIME.")
    private @Nullable Path out;

    @Option(names = "--resume", description = "Continues the interrupted run in the folder --out.")
    private boolean resume;

    @Option(names = "--json", description = "Prints JSON: one object per line and step, and one for all steps.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<StepResult> steps;
        try {
            ProfileSettings settings = settings();
            ProfileFolder folder = folder(settings);
            run(settings, folder);
            steps = folder.steps();
            print(steps, folder);
        } catch (InvalidProfileException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        return steps.stream().allMatch(StepResult::isGood) ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private ProfileSettings settings() throws IOException {
        Version version = Version.ofNumber(openflow)
                .orElseThrow(() ->
                        new UsageException("--openflow %s: needs one of %s".formatted(openflow, Load.versions())));
        try {
            return new ProfileSettings(profile(), version, switches, hosts, Profile.duration(timeout));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--" + e.getMessage());
        }
    }

    private Profile profile() throws IOException {
        if (duration != null && scale != null) {
            throw new UsageException("--duration and --scale exclude each other");
        }
        if (scale != null && !(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
            throw new UsageException("--scale %s: needs more than 0".formatted(scale));
        }
        Profile profile = read();
        if (duration != null) {
            return profile.in(Profile.duration(duration));
        }
        return scale == null ? profile : profile.scaled(scale);
    }

    private Profile read() throws IOException {
        Path path = Path.of(file);
        if (Files.isRegularFile(path)) {
            return Profile.read(path);
        }
        if (file.equals(Profile.CAMPUS_DAY)) {
            return Profile.campusDay();
        }
        throw new UsageException("%s: no such file; needs a file, or %s".formatted(file, Profile.CAMPUS_DAY));
    }

    private ProfileFolder folder(ProfileSettings settings) throws IOException {
        String command = CommandText.of(spec);
        if (resume) {
            if (out == null) {
                throw new UsageException("--resume needs --out");
            }
            return ProfileFolder.resume(out, command, settings);
        }
        return ProfileFolder.create(
                out == null ? Path.of(FOLDER.format(LocalDateTime.now(ZoneId.systemDefault()))) : out,
                command,
                settings);
    }

    private void run(ProfileSettings settings, ProfileFolder folder) throws IOException, InterruptedException {
        int first = folder.steps().size() + 1;
        if (first > settings.profile().steps().size()) {
            return;
        }
        try (var running = controller.open();
                var run = new ProfileRun(running.target(), settings, first)) {
            run.run(new Progress(settings.profile(), folder));
        }
    }

    /** Prints the progress and saves the results. On a terminal one line is overwritten. */
    private final class Progress implements ProfileRun.Listener {
        private final PrintWriter err = spec.commandLine().getErr();
        private final boolean terminal = Terminal.isInteractive();
        private final Profile profile;
        private final ProfileFolder folder;

        Progress(Profile profile, ProfileFolder folder) {
            this.profile = profile;
            this.folder = folder;
        }

        @Override
        public void ticked(Tick tick) {
            if (terminal) {
                err.printf(
                        Locale.ROOT,
                        Terminal.ERASE_LINE
                                + "beacon: step %d of %d, %,.0f/s: sent %,.0f/s, answered %,.0f/s, "
                                + "µs: 50 %% %,.0f, 99 %% %,.0f; %,d lost, %,d closed",
                        tick.step(),
                        profile.steps().size(),
                        tick.rate(),
                        tick.sentPerSecond(),
                        tick.answeredPerSecond(),
                        tick.medianMicros(),
                        tick.percentile99Micros(),
                        tick.lost(),
                        tick.closed());
                err.flush();
            }
        }

        @Override
        public void finished(StepResult step) throws IOException {
            folder.add(step);
            err.printf(
                    Locale.ROOT,
                    "%sbeacon: step %d of %d: %,.0f/s, µs: 50 %% %,.0f, 99 %% %,.0f; %,d lost, %,d closed%s%n",
                    terminal ? Terminal.ERASE_LINE : "",
                    step.number(),
                    profile.steps().size(),
                    step.sentPerSecond(),
                    step.micros(50),
                    step.micros(99),
                    step.lost(),
                    step.closed(),
                    step.closings().isEmpty() ? "" : ": " + step.closings());
            err.flush();
        }
    }

    private void print(List<StepResult> steps, ProfileFolder folder) {
        PrintWriter output = spec.commandLine().getOut();
        if (json) {
            steps.forEach(step -> output.println(JsonLine.of(ProfileFolder.fields(step))));
            var total = new LinkedHashMap<String, @Nullable Object>(ProfileFolder.fields(ProfileReport.total(steps)));
            total.put("step", "all");
            output.println(JsonLine.of(total));
        } else {
            ProfileReport.table(steps).lines().forEach(output::println);
        }
        output.flush();
        spec.commandLine().getErr().println("beacon: report: " + folder.page());
    }
}
