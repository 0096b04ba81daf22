package net.beaconcontroller.probe.command;

import net.beaconcontroller.console.CommandGroup;
import net.beaconcontroller.console.ToolCommand;
import picocli.CommandLine.Command;

/** Groups the commands that test the robustness of a controller. */
@Command(
        name = "probe",
        description = "Tests the robustness of an OpenFlow controller.",
        subcommands = {
            RobustnessCommand.class,
            CompareCommand.class,
            RunCommand.class,
            ProfileCommand.class,
            FuzzCommand.class,
            ReplayCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  beacon probe robustness                              all cases, against Beacon",
            "  beacon probe robustness --controller 127.0.0.1:6633 --pid 4711",
            "  beacon probe compare FILE                            several controllers",
            "  beacon probe run FILE.java                           a scenario of your own",
            "  beacon probe profile campus-day --duration 10m       a campus day in 10 min",
            "  beacon probe fuzz --seconds 60                       random faulty messages",
            "  beacon probe replay FILE                             sends a finding again",
            "",
            "Exit codes: 0 success, 1 a verdict worse than --allow, 2 invalid command line."
        })
public final class ProbeCommand extends CommandGroup implements ToolCommand {}
