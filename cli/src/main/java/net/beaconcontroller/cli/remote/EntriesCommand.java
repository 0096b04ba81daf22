package net.beaconcontroller.cli.remote;

import net.beaconcontroller.console.CommandGroup;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.entry.Entry;
import picocli.CommandLine.Command;

/** Groups the commands for one kind of static entries: flows, groups or meters. */
public abstract class EntriesCommand extends CommandGroup {
    private final Kind kind;

    EntriesCommand(Kind kind) {
        this.kind = kind;
    }

    /** Returns flow, group or meter. */
    String word() {
        return Entry.word(kind);
    }

    /** The command {@code beacon flows}. */
    @Command(
            name = "flows",
            description = "Manages the static flows that a running controller keeps in switches.",
            subcommands = {
                EntryListCommand.class,
                EntryShowCommand.class,
                EntryAddCommand.class,
                EntryDeleteCommand.class,
                EntryLoadCommand.class,
                EntryCheckCommand.class,
                EntryStatusCommand.class
            },
            synopsisSubcommandLabel = "COMMAND",
            footer = {
                "",
                "Examples:",
                "  beacon flows add --name web priority=100,tcp,tp_dst=80,actions=output:2",
                "  beacon flows list",
                "  beacon flows check flows.conf    checks a file of flows, groups and meters",
                "  beacon flows load flows.conf     adds or replaces the entries of a file",
                "  beacon flows status              compares the switches with the static entries"
            })
    public static final class Flows extends EntriesCommand {
        Flows() {
            super(Kind.FLOW);
        }
    }

    /** The command {@code beacon groups}. */
    @Command(
            name = "groups",
            description = "Manages the static groups that a running controller keeps in switches.",
            subcommands = {
                EntryListCommand.class,
                EntryShowCommand.class,
                EntryAddCommand.class,
                EntryDeleteCommand.class
            },
            synopsisSubcommandLabel = "COMMAND",
            footer = {
                "",
                "Examples:",
                "  beacon groups add --on 1-4 group_id=1,type=select,bucket=output:1,bucket=output:2",
                "  beacon groups list"
            })
    public static final class Groups extends EntriesCommand {
        Groups() {
            super(Kind.GROUP);
        }
    }

    /** The command {@code beacon meters}. */
    @Command(
            name = "meters",
            description = "Manages the static meters that a running controller keeps in switches.",
            subcommands = {
                EntryListCommand.class,
                EntryShowCommand.class,
                EntryAddCommand.class,
                EntryDeleteCommand.class
            },
            synopsisSubcommandLabel = "COMMAND",
            footer = {
                "",
                "Examples:",
                "  beacon meters add --name slow meter=1,kbps,bands=type=drop,rate=1000",
                "  beacon meters list"
            })
    public static final class Meters extends EntriesCommand {
        Meters() {
            super(Kind.METER);
        }
    }
}
