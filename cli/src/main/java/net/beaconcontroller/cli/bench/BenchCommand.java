package net.beaconcontroller.cli.bench;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The instrument's commands. */
@Command(
        name = "bench",
        description = "Measures how much an OpenFlow controller answers, and how soon.",
        subcommands = {
            ThroughputCommand.class,
            LatencyCommand.class,
            SweepCommand.class,
            CompareCommand.class,
            CbenchCommand.class,
            ResponderCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  beacon bench throughput             packet-ins a second, of Beacon itself",
            "  beacon bench latency                how soon they are answered",
            "  beacon bench throughput --controller 127.0.0.1:6633 --pid 4711",
            "  beacon bench sweep all              the papers' plots, in a report",
            "  beacon bench compare FILE           several controllers with the same load",
            "  beacon bench cbench -c 127.0.0.1 -p 6653 -s 16 -M 1000 -t -D 500",
            "",
            "Exit codes: 0 it was measured, 1 it could not be, 2 the command is wrong."
        })
public final class BenchCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return CommandLine.ExitCode.USAGE;
    }
}
