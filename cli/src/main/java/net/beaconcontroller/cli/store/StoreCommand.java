package net.beaconcontroller.cli.store;

import net.beaconcontroller.console.CommandGroup;
import picocli.CommandLine.Command;

/** Groups the commands for the store. */
@Command(
        name = "store",
        description = "Makes and restores backups of the documents that the controller and the applications keep.",
        subcommands = {StoreBackupCommand.class, StoreRestoreCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  beacon store backup beacon-backup.db    also while the controller runs",
            "  beacon store restore beacon-backup.db   while it does not"
        })
public final class StoreCommand extends CommandGroup {}
