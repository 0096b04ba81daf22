package net.beaconcontroller.bench.command;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.bench.ProcessUsage;
import net.beaconcontroller.bench.Sweeps;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.console.HostPort;
import net.beaconcontroller.console.KeyValues;
import net.beaconcontroller.console.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that select the controller under test. */
public final class ControllerOptions {
    @Option(
            names = "--controller",
            paramLabel = "HOST:PORT",
            description = "The address of a running controller. Default: starts Beacon with the learning switch,"
                    + " or with the applications of -D apps=...")
    private @Nullable String controller;

    @Option(
            names = "--pid",
            paramLabel = "PID",
            description = "The process ID of --controller on this machine; enables the measurement of its resources.")
    private @Nullable Long pid;

    @Option(
            names = "--usage-command",
            paramLabel = "COMMAND",
            description =
                    "A command that prints /proc/PID/stat and /proc/PID/status of --controller on another machine,"
                            + " which enables the measurement of its resources: --usage-command='ssh HOST cat"
                            + " /proc/4711/stat /proc/4711/status'.")
    private @Nullable String usageCommand;

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

    /** Starts or looks up the controller and pins this process to the CPUs of the load. */
    public ControllerUnderTest.Running open() throws IOException, InterruptedException {
        return open(new TlsOption(), Map.of());
    }

    /**
     * Does the same as {@link #open()}.
     *
     * @param tls whether the switches connect with TLS
     * @param more further settings of a started Beacon, which take precedence
     */
    ControllerUnderTest.Running open(TlsOption tls, Map<String, String> more) throws IOException, InterruptedException {
        ControllerUnderTest.Running running = start(tls, more);
        try {
            // After the start of the controller, which would inherit the affinity.
            cpus.pinThisProcess();
            return running;
        } catch (IOException | InterruptedException e) {
            running.close();
            throw e;
        }
    }

    /** Starts or looks up the controller, without pinning this process. */
    ControllerUnderTest.Running start(TlsOption tls, Map<String, String> more)
            throws IOException, InterruptedException {
        if (controller != null && (configuresBeacon() || !cpus.controller().isEmpty())) {
            throw notAllowed("-D, --java-opts and --controller-cpus");
        }
        return controllers(tls).of("default", 0, more).starter().start();
    }

    /** Returns whether {@code --controller} names a running controller. */
    boolean isGiven() {
        return controller != null;
    }

    /** Refuses the options that select or configure a controller, but for its processors. */
    void requireNone(String why) {
        if (controller != null || pid != null || usageCommand != null || configuresBeacon()) {
            throw new UsageException(
                    "--controller, --pid, --usage-command, -D and --java-opts are not allowed with " + why);
        }
    }

    CpuOptions cpus() {
        return cpus;
    }

    /** Returns the controllers of a sweep: the running one, or Beacon, restarted for each measurement. */
    public Sweeps.ControllerFactory controllers() throws IOException, InterruptedException {
        return controllers(new TlsOption());
    }

    private Sweeps.ControllerFactory controllers(TlsOption tls) throws IOException, InterruptedException {
        if (controller == null) {
            if (pid != null || usageCommand != null) {
                throw new UsageException((pid == null ? "--usage-command" : "--pid") + " needs --controller");
            }
            return Sweeps.beacon(KeyValues.parse(settings), javaOptions, cpus.controller(), tls.newCertificates());
        }
        if (configuresBeacon()) {
            throw notAllowed("-D and --java-opts");
        }
        InetSocketAddress address = HostPort.parse("--controller", controller);
        if (pid != null && usageCommand != null) {
            throw new UsageException("--usage-command: not allowed with --pid, which names a process of this machine");
        }
        requireUsage();
        var target = new Target(
                address,
                pid == null ? OptionalLong.empty() : OptionalLong.of(pid),
                Optional.ofNullable(usageCommand),
                tls.ofFolder());
        return Sweeps.running(ControllerUnderTest.running(controller, target));
    }

    private void requireUsage() throws InterruptedException {
        if (usageCommand != null) {
            try {
                ProcessUsage.by(usageCommand);
            } catch (IOException e) {
                throw new UsageException("--usage-command %s: %s".formatted(usageCommand, e.getMessage()));
            }
        }
    }

    private boolean configuresBeacon() {
        return !settings.isEmpty() || !javaOptions.isEmpty();
    }

    private static UsageException notAllowed(String options) {
        return new UsageException(
                options + " configure a Beacon that this command starts; not allowed with --controller");
    }
}
