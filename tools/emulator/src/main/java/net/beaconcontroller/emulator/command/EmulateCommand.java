package net.beaconcontroller.emulator.command;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import net.beaconcontroller.console.HostPort;
import net.beaconcontroller.console.Range;
import net.beaconcontroller.console.StopHook;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.io.tls.TlsFiles;
import net.beaconcontroller.openflow.Version;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code beacon emulate}: emulates a network for a controller that runs elsewhere. */
@Command(
        name = "emulate",
        description = {
            "Emulates a network of OpenFlow switches and hosts, for any controller.",
            "Commands come from the terminal, a script or standard input; 'help' lists them.",
            ""
        },
        footer = {
            "",
            "TOPO is a file, whose name contains a / or a dot, or one of these:",
            "  single,N           one switch with N hosts",
            "  linear,N           N switches in a row, one host each",
            "  ring,N             N switches in a ring, one host each",
            "  tree,DEPTH,FANOUT  a tree of switches with hosts as its leaves",
            "  fattree,K          a fat tree of switches with K ports",
            "  mesh,N             N switches with a link between each pair, one host each",
            "Switch sI has datapath id I; host hI has address 10.0.0.I. See docs/emulator.md.",
            "",
            "Examples:",
            "  beacon emulate linear,4",
            "  beacon emulate fattree,4 --controller 192.0.2.7:6653 --openflow 1.3",
            "  beacon emulate fattree,4 --controller 192.0.2.7:6653 --tls ~/.beacon/tls",
            "  beacon emulate ./campus.net --script check.txt",
            "  echo pingall | beacon emulate tree,2,3 --json",
            "",
            "Exit codes: 0 success, 1 a command of the script failed or not all switches",
            "connected, 2 the command line, the topology or a command of the script is wrong."
        })
public final class EmulateCommand implements Callable<Integer> {
    private static final int MAX_WAIT_SECONDS = 3600;
    /** The highest auxiliary id. */
    private static final int MAX_AUXILIARY_CONNECTIONS = 255;

    private final Consumer<@Nullable Consumer<String>> log;

    @Parameters(paramLabel = "TOPO", description = "The network.")
    private String topology = "";

    @Option(
            names = "--controller",
            paramLabel = "HOST:PORT",
            description = "The controller's address (default: ${DEFAULT-VALUE}).")
    private String controller = "127.0.0.1:6653";

    @Option(
            names = "--openflow",
            paramLabel = "VERSION",
            split = ",",
            defaultValue = "1.0,1.3",
            description =
                    "The switches' OpenFlow versions, any of 1.0, 1.2, 1.3, 1.4 and 1.5 (default: ${DEFAULT-VALUE}).")
    private List<String> versions = List.of();

    @Option(
            names = "--auxiliary",
            paramLabel = "N",
            description = "The number of auxiliary connections of each switch, over which it sends its packet-ins in"
                    + " turn; with OpenFlow 1.3 and later (default: ${DEFAULT-VALUE}).")
    private int auxiliaryConnections;

    @Option(
            names = "--tls",
            paramLabel = "DIR",
            description = "Connects with TLS. DIR has the files ca-cert.pem, switch-cert.pem and switch-key.pem, as"
                    + " written by 'beacon tls init'.")
    private @Nullable Path tls;

    @Option(
            names = "--script",
            paramLabel = "FILE",
            description = "A file of commands, one per line; - is standard input. Exits after the last command.")
    private @Nullable String script;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            description = "The time limit for all switches to connect (default: ${DEFAULT-VALUE}).")
    private int waitSeconds = 30;

    @Option(names = "--json", description = "Prints JSON, one object per line.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    /**
     * Creates the command.
     *
     * @param log redirects log lines to a console, which prints lines, each with its line end, from any thread; null
     *     for standard error
     */
    public EmulateCommand(Consumer<@Nullable Consumer<String>> log) {
        this.log = log;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var address = HostPort.parse("--controller", controller);
        Range.check("--auxiliary", auxiliaryConnections, 0, MAX_AUXILIARY_CONNECTIONS);
        var options = NetworkOptions.of(versions()).withAuxiliaryConnections(auxiliaryConnections);
        if (tls != null) {
            options = options.withTls(TlsFiles.in(tls, "switch"));
        }
        Range.check("--wait", waitSeconds, 1, MAX_WAIT_SECONDS);
        var plan = Emulation.Plan.of(topology, script, StandardInputKind.detect());
        var out = spec.commandLine().getOut();
        try (var emulation = new Emulation(plan, address, _ -> true, options, json, System.in, out, log);
                var _ = new StopHook(emulation::close)) {
            boolean allConnected = emulation.awaitConnected(Duration.ofSeconds(waitSeconds));
            if (emulation.run(allConnected) == Emulation.End.NO_COMMANDS) {
                new CountDownLatch(1).await();
            }
            return emulation.exitCode();
        }
    }

    private Set<Version> versions() {
        var all = EnumSet.noneOf(Version.class);
        for (String number : versions) {
            all.add(Version.ofNumber(number)
                    .filter(version -> version != Version.OF11)
                    .orElseThrow(() -> new UsageException(
                            "--openflow %s: needs any of 1.0, 1.2, 1.3, 1.4 and 1.5".formatted(number))));
        }
        return all;
    }
}
