package net.beaconcontroller.bench.command;

import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import net.beaconcontroller.bench.cbench.Cbench;
import net.beaconcontroller.bench.cbench.CbenchOptions;
import net.beaconcontroller.console.HostPort;
import net.beaconcontroller.console.Range;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The {@code cbench} command. Its -h, -d and -D have the meaning of cbench, not that of other commands. */
@Command(
        name = "cbench",
        description = {
            "Runs cbench: the same options, messages, counting and output.",
            "cbench does not validate answers; 'beacon bench throughput' does.",
            ""
        },
        modelTransformer = CbenchCommand.OwnHelp.class,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  beacon bench cbench -c 127.0.0.1 -p 6653 -s 16 -M 1000 -l 10 -w 5 -t -D 500",
            "  beacon bench cbench -c 127.0.0.1 -p 6653 -s 1"
        })
final class CbenchCommand implements Callable<Integer> {
    private static final Set<String> YES = Set.of("on", "true", "1");

    /**
     * Adds the help option of cbench, which prints to standard error and exits with 1, and the standard version option.
     */
    static final class OwnHelp implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec spec) {
            return spec.addOption(OptionSpec.builder("-h", "--help")
                            .type(boolean.class)
                            .description("Prints this help and exits with 1.")
                            .build())
                    .addOption(OptionSpec.builder("-V", "--version")
                            .versionHelp(true)
                            .description("Print version information and exit.")
                            .build());
        }
    }

    @Option(
            names = {"-c", "--controller"},
            paramLabel = "HOST",
            description = "The controller's host (${DEFAULT-VALUE}).")
    private String controller = "localhost";

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            description = "The controller's TCP port (${DEFAULT-VALUE}).")
    private int port = 6633;

    @Option(
            names = {"-s", "--switches"},
            paramLabel = "COUNT",
            description = "Number of switches (${DEFAULT-VALUE}).")
    private int switches = 16;

    @Option(
            names = {"-r", "--ranged-test"},
            description = "Tests with 1 switch, then with 2, up to all.")
    private boolean ranged;

    @Option(
            names = {"-t", "--throughput"},
            description =
                    "Throughput mode: sends as fast as TCP accepts. Default: latency mode, one packet-in at a time.")
    private boolean throughput;

    @Option(
            names = {"-M", "--mac-addresses"},
            paramLabel = "COUNT",
            description = "Source MAC addresses per switch (${DEFAULT-VALUE}).")
    private int hosts = 100000;

    @Option(
            names = {"-L", "--learn-dst-macs"},
            arity = "0..1",
            paramLabel = "on|off",
            fallbackValue = "on",
            description = "Announces the destination MAC address by ARP first (${DEFAULT-VALUE}).")
    private String learns = "on";

    @Option(
            names = {"-l", "--loops"},
            paramLabel = "COUNT",
            description = "Number of tests (${DEFAULT-VALUE}).")
    private int loops = 16;

    @Option(
            names = {"-m", "--ms-per-test"},
            paramLabel = "MS",
            description = "Duration of a test in milliseconds (${DEFAULT-VALUE}).")
    private int millis = 1000;

    @Option(
            names = {"-w", "--warmup"},
            paramLabel = "COUNT",
            description = "Number of first tests to exclude from the result (${DEFAULT-VALUE}).")
    private int warmup = 1;

    @Option(
            names = {"-C", "--cooldown"},
            paramLabel = "COUNT",
            description = "Number of last tests to exclude from the result (${DEFAULT-VALUE}).")
    private int cooldown = 0;

    @Option(
            names = {"-D", "--delay"},
            paramLabel = "MS",
            description = "Delay from the features reply to the first packet-in (${DEFAULT-VALUE}).")
    private int delay = 0;

    @Option(
            names = {"-i", "--connect-delay"},
            paramLabel = "MS",
            description = "Delay between groups of connecting switches (${DEFAULT-VALUE}).")
    private int connectDelay = 0;

    @Option(
            names = {"-I", "--connect-group-size"},
            paramLabel = "COUNT",
            description = "Number of switches per connecting group (${DEFAULT-VALUE}).")
    private int connectGroup = 1;

    @Option(
            names = {"-o", "--dpid-offset"},
            paramLabel = "ID",
            description = "Datapath ID of the first switch (${DEFAULT-VALUE}).")
    private int firstDatapathId = 1;

    @Option(
            names = {"-d", "--debug"},
            description = "Prints debug messages to standard error.")
    private boolean debug;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        var out = spec.commandLine().getOut();
        var err = spec.commandLine().getErr();
        if (spec.commandLine().getParseResult().hasMatchedOption("-h")) {
            spec.commandLine().usage(err);
            return ExitCode.SOFTWARE;
        }
        return new Cbench(options(), out, err).run();
    }

    private CbenchOptions options() {
        Range.check("--port", port, 1, HostPort.MAX_PORT);
        Range.check("--switches", switches, 1, Integer.MAX_VALUE);
        Range.check("--mac-addresses", hosts, 1, Integer.MAX_VALUE);
        Range.check("--ms-per-test", millis, 1, Integer.MAX_VALUE);
        Range.check("--loops", loops, 0, Integer.MAX_VALUE);
        Range.check("--warmup", warmup, 0, Integer.MAX_VALUE);
        Range.check("--cooldown", cooldown, 0, Integer.MAX_VALUE);
        Range.check("--delay", delay, 0, Integer.MAX_VALUE);
        Range.check("--connect-delay", connectDelay, 0, Integer.MAX_VALUE);
        Range.check("--connect-group-size", connectGroup, 1, Integer.MAX_VALUE);
        return new CbenchOptions(
                controller,
                port,
                switches,
                ranged,
                loops,
                millis,
                warmup,
                cooldown,
                throughput,
                hosts,
                YES.contains(learns.toLowerCase(Locale.ROOT)),
                delay,
                connectDelay,
                connectGroup,
                firstDatapathId,
                debug);
    }
}
