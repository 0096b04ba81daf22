package net.beaconcontroller.cli.app;

import net.beaconcontroller.cli.remote.AppActionCommand;
import net.beaconcontroller.cli.remote.AppInfoCommand;
import net.beaconcontroller.cli.remote.AppInstallCommand;
import net.beaconcontroller.cli.remote.AppListCommand;
import net.beaconcontroller.cli.remote.AppWatchCommand;
import net.beaconcontroller.console.CommandGroup;
import picocli.CommandLine.Command;

/** Groups the commands for applications. */
@Command(
        name = "app",
        description = "Makes applications, and manages those of a running controller.",
        subcommands = {
            AppNewCommand.class,
            AppRunCommand.class,
            AppListCommand.class,
            AppInfoCommand.class,
            AppInstallCommand.Install.class,
            AppActionCommand.Start.class,
            AppActionCommand.Stop.class,
            AppInstallCommand.Update.class,
            AppActionCommand.Remove.class,
            AppWatchCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  beacon app new my-app               write the project of an application",
            "  beacon app run --emulate tree,2,2   run it, and reload it at each save",
            "  beacon app list",
            "  beacon app install target/my-app-1.0.jar",
            "  beacon app stop topology --dry-run"
        })
public final class AppCommand extends CommandGroup {}
