package net.beaconcontroller.cli.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import net.beaconcontroller.bench.ControllerProcess;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.bench.LaunchSpec;
import net.beaconcontroller.bench.Sweeps;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.cli.support.HostPort;
import net.beaconcontroller.runtime.Settings;
import net.beaconcontroller.runtime.SettingsException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say which controller is measured. */
final class ControllerOptions {
    @Option(
            names = "--controller",
            paramLabel = "HOST:PORT",
            description = "A controller that runs already. Without it, Beacon is started for the run: with the"
                    + " learning switch, or with -D apps=... .")
    private @Nullable String controller;

    @Option(
            names = "--pid",
            paramLabel = "PID",
            description = "The process of --controller, if it runs on this machine: its CPU time is then measured.")
    private @Nullable Long pid;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "A setting of the Beacon that is started, such as io.loops=1; may be repeated.")
    private List<String> settings = List.of();

    @Option(
            names = "--java-opts",
            paramLabel = "OPTIONS",
            split = " ",
            description = "Options of the JVM of the Beacon that is started: --java-opts='-Xmx256m -Xint'.")
    private List<String> javaOptions = List.of();

    @Mixin
    private CpuOptions cpus;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** A controller to measure; closing it stops it if it was started for that. */
    record Subject(Target target, @Nullable ControllerProcess process) implements AutoCloseable {
        @Override
        public void close() {
            if (process != null) {
                process.close();
            }
        }
    }

    /** Finds or starts the controller, and keeps this process to its CPUs. */
    Subject open() throws IOException, InterruptedException {
        Subject subject = controller == null ? start() : running(controller);
        try {
            cpus.keepThisProcess(); // now, as what is started inherits it
            return subject;
        } catch (IOException | InterruptedException e) {
            subject.close();
            throw e;
        }
    }

    /** Whether it runs already. */
    boolean isGiven() {
        return controller != null;
    }

    CpuOptions cpus() {
        return cpus;
    }

    /** The controllers of a sweep: Beacon, started anew for each measurement, or the one that runs already. */
    Sweeps.Controllers controllers() {
        if (controller == null) {
            requireNoPid();
            return Sweeps.beacon(settingsByKey(), javaOptions, cpus.controller());
        }
        if (!settings.isEmpty() || !javaOptions.isEmpty()) {
            throw refusal("-D and --java-opts are for a Beacon that is started, and cannot be used with --controller");
        }
        return Sweeps.running(ControllerUnderTest.running(controller, target(controller)));
    }

    private Subject running(String address) {
        if (!settings.isEmpty() || !javaOptions.isEmpty() || !cpus.controller().isEmpty()) {
            throw refusal("-D, --java-opts and --controller-cpus are for a Beacon that is started,"
                    + " and cannot be used with --controller");
        }
        return new Subject(target(address), null);
    }

    private Target target(String address) {
        return new Target(
                HostPort.parse(spec, "--controller", address),
                pid == null ? OptionalLong.empty() : OptionalLong.of(pid));
    }

    private Subject start() throws IOException, InterruptedException {
        requireNoPid();
        ControllerProcess process = ControllerProcess.start(
                LaunchSpec.beacon(settingsByKey(), javaOptions).on(cpus.controller()));
        return new Subject(process.target(), process);
    }

    private void requireNoPid() {
        if (pid != null) {
            throw refusal("--pid needs --controller");
        }
    }

    private Map<String, String> settingsByKey() {
        try {
            return Settings.ofCommandLine(settings);
        } catch (SettingsException e) {
            throw refusal(String.valueOf(e.getMessage()));
        }
    }

    private ParameterException refusal(String mistake) {
        return new ParameterException(spec.commandLine(), mistake);
    }
}
