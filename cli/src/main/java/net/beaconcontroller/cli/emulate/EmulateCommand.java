package net.beaconcontroller.cli.emulate;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import net.beaconcontroller.cli.HostPort;
import net.beaconcontroller.cli.StopHook;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.openflow.Version;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Emulates a network for a controller that runs already. */
@Command(
        name = "emulate",
        description = {
            "Emulates a network of OpenFlow switches and hosts, for any controller.",
            "Commands to it are typed, or come from a script: 'help' lists them.",
            ""
        },
        footer = {
            "",
            "TOPO is one of these, or a file, which has a / or . in its name:",
            "  single,N           a switch with N hosts",
            "  linear,N           N switches in a row, with a host each",
            "  ring,N             the same, closed to a ring",
            "  tree,DEPTH,FANOUT  a tree of switches, with hosts as its leaves",
            "  fattree,K          a fat tree of switches with K ports",
            "  mesh,N             N switches, each linked with each other, with a host each",
            "Switch sI has datapath id I; host hI is 10.0.0.I. docs/emulator.md has the rest.",
            "",
            "Examples:",
            "  beacon emulate linear,4",
            "  beacon emulate fattree,4 --controller 192.0.2.7:6653 --openflow 1.3",
            "  beacon emulate ./campus.net --script check.txt",
            "  echo pingall | beacon emulate tree,2,3 --script - --json",
            "",
            "Exit codes: 0 all is well, 1 not all switches were connected, or something of",
            "the script failed, 2 the command, the topology or the script is wrong."
        })
public final class EmulateCommand implements Callable<Integer> {
    private static final int MAX_WAIT_SECONDS = 3600;

    private final InputStream standardInput;

    @Parameters(paramLabel = "TOPO", description = "The network.")
    private String topology = "";

    @Option(
            names = "--controller",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:6653",
            description = "Where the controller listens. Without it ${DEFAULT-VALUE}.")
    private String controller = "";

    @Option(
            names = "--openflow",
            paramLabel = "VERSION",
            split = ",",
            defaultValue = "1.0,1.3",
            description = "What the switches speak: any of 1.0, 1.2, 1.3, 1.4 and 1.5. Without it ${DEFAULT-VALUE}.")
    private List<String> versions = List.of();

    @Option(
            names = "--script",
            paramLabel = "FILE",
            description = "Commands, one a line; - is standard input. It ends after the last.")
    private @Nullable String script;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "How long all switches have to connect before the commands. Without it ${DEFAULT-VALUE}.")
    private int waitSeconds;

    @Option(names = "--json", description = "Prints JSON, an object a line, for programs.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    EmulateCommand() {
        this(System.in);
    }

    EmulateCommand(InputStream standardInput) {
        this.standardInput = standardInput;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var address = HostPort.parse(spec, "--controller", controller);
        var options = NetworkOptions.of(versions());
        if (waitSeconds < 1 || waitSeconds > MAX_WAIT_SECONDS) {
            throw refusal("--wait %d: needs 1 to %d".formatted(waitSeconds, MAX_WAIT_SECONDS));
        }
        var plan = Emulation.Plan.of(topology, script);
        var out = spec.commandLine().getOut();
        try (var emulation = Emulation.start(plan, address, options, json, standardInput, out)) {
            if (!emulation.hasCommands()) {
                return runUntilStopped(emulation);
            }
            return emulation.run(Duration.ofSeconds(waitSeconds)).hasFailed() ? ExitCode.SOFTWARE : ExitCode.OK;
        }
    }

    private int runUntilStopped(Emulation emulation) throws IOException, InterruptedException {
        try (var _ = new StopHook(emulation::close)) {
            emulation.run(Duration.ofSeconds(waitSeconds));
            new CountDownLatch(1).await();
            return ExitCode.OK;
        }
    }

    private Set<Version> versions() {
        var all = EnumSet.noneOf(Version.class);
        for (String number : versions) {
            all.add(Version.ofNumber(number)
                    .filter(version -> version != Version.OF11)
                    .orElseThrow(
                            () -> refusal("--openflow %s: needs any of 1.0, 1.2, 1.3, 1.4 and 1.5".formatted(number))));
        }
        return all;
    }

    private ParameterException refusal(String mistake) {
        return new ParameterException(spec.commandLine(), mistake);
    }
}
