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

/** The options that select the controller under test. */
final class ControllerOptions {
    @Option(
            names = "--controller",
            paramLabel = "HOST:PORT",
            description = "The address of a running controller. Default: starts Beacon with the learning switch,"
                    + " or with the applications of -D apps=...")
    private @Nullable String controller;

    @Option(
            names = "--pid",
            paramLabel = "PID",
            description = "The process ID of --controller on this machine; enables the CPU time measurement.")
    private @Nullable Long pid;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "A setting of the started Beacon, such as io.loops=1. Repeatable.")
    private List<String> settings = List.of();

    @Option(
            names = "--java-opts",
            paramLabel = "OPTIONS",
            split = " ",
            description = "JVM options of the started Beacon: --java-opts='-Xmx256m -Xint'.")
    private List<String> javaOptions = List.of();

    @Mixin
    private CpuOptions cpus;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** The controller under test. Closing it stops the process if this command started it. */
    record Subject(Target target, @Nullable ControllerProcess process) implements AutoCloseable {
        @Override
        public void close() {
            if (process != null) {
                process.close();
            }
        }
    }

    /** Starts or looks up the controller and pins this process to the CPUs of the load. */
    Subject open() throws IOException, InterruptedException {
        Subject subject = controller == null ? start() : running(controller);
        try {
            // After the start of the controller, which would inherit the affinity.
            cpus.pinThisProcess();
            return subject;
        } catch (IOException | InterruptedException e) {
            subject.close();
            throw e;
        }
    }

    /** Returns whether {@code --controller} names a running controller. */
    boolean isGiven() {
        return controller != null;
    }

    CpuOptions cpus() {
        return cpus;
    }

    /** Returns the controllers of a sweep: the running one, or Beacon, restarted for each measurement. */
    Sweeps.ControllerFactory controllers() {
        if (controller == null) {
            requireNoPid();
            return Sweeps.beacon(settingsByKey(), javaOptions, cpus.controller());
        }
        if (!settings.isEmpty() || !javaOptions.isEmpty()) {
            throw refusal(
                    "-D and --java-opts configure a Beacon that this command starts; not allowed with --controller");
        }
        return Sweeps.running(ControllerUnderTest.running(controller, target(controller)));
    }

    private Subject running(String address) {
        if (!settings.isEmpty() || !javaOptions.isEmpty() || !cpus.controller().isEmpty()) {
            throw refusal("-D, --java-opts and --controller-cpus configure a Beacon that this command starts;"
                    + " not allowed with --controller");
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

    private ParameterException refusal(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
