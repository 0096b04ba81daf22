package net.beaconcontroller.cli.tls;

import net.beaconcontroller.console.CommandGroup;
import picocli.CommandLine.Command;

/** Groups the commands for TLS. */
@Command(
        name = "tls",
        description = "Makes, lists and tests what TLS between controller and switches needs.",
        subcommands = {TlsInitCommand.class, TlsShowCommand.class, TlsCheckCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  beacon tls init                   make a CA and certificates",
            "  beacon tls show                   list them",
            "  beacon tls check 127.0.0.1:6654   test a connection"
        })
public final class TlsCommand extends CommandGroup {}
