package net.beaconcontroller.bench.command;

import net.beaconcontroller.console.CommandGroup;
import net.beaconcontroller.console.ToolCommand;
import picocli.CommandLine.Command;

/** Groups the benchmark commands. */
@Command(
        name = "bench",
        description = "Measures throughput and latency of an OpenFlow controller.",
        subcommands = {
            ThroughputCommand.class,
            LatencyCommand.class,
            SweepCommand.class,
            CompareCommand.class,
            RestCommand.class,
            TlsCommand.class,
            CbenchCommand.class,
            ResponderCommand.class,
            LimitCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  beacon bench throughput             packet-ins per second of Beacon",
            "  beacon bench latency                response time of Beacon",
            "  beacon bench throughput --controller 127.0.0.1:6633 --pid 4711",
            "  beacon bench sweep all              the plots of the papers, as a report",
            "  beacon bench compare FILE           several controllers under the same load",
            "  beacon bench rest                   what REST requests cost the packet-ins",
            "  beacon bench tls                    what TLS costs",
            "  beacon bench cbench -c 127.0.0.1 -p 6653 -s 16 -M 1000 -t -D 500",
            "",
            "Exit codes: 0 success, 1 a measurement failed, 2 invalid command line."
        })
public final class BenchCommand extends CommandGroup implements ToolCommand {}
