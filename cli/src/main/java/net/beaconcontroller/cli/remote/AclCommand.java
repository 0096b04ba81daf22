package net.beaconcontroller.cli.remote;

import net.beaconcontroller.console.CommandGroup;
import picocli.CommandLine.Command;

/** Groups the commands for access rules. */
@Command(
        name = "acl",
        description = "Lists and changes the access rules of a running controller, and explains their decisions.",
        subcommands = {
            AclListCommand.class,
            AclChangeCommand.Add.class,
            AclChangeCommand.Move.class,
            AclChangeCommand.Delete.class,
            AclChangeCommand.Enable.class,
            AclChangeCommand.Disable.class,
            AclExplainCommand.class,
            AclStatusCommand.class,
            AclIsolationCommand.List.class,
            AclIsolationCommand.Isolate.class,
            AclIsolationCommand.Release.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  beacon acl add deny tcp from 10.0.0.0/24 to 10.0.1.1 port 22",
            "  beacon acl list",
            "  beacon acl explain 10.0.0.1 10.0.1.1 tcp/22",
            "  beacon acl isolate 0000000000000001:3 tenant-a"
        })
public final class AclCommand extends CommandGroup {}
