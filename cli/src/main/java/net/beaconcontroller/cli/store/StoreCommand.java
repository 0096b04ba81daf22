package net.beaconcontroller.cli.store;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

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
public final class StoreCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return CommandLine.ExitCode.USAGE;
    }
}
