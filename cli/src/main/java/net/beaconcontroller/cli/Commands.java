package net.beaconcontroller.cli;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import net.beaconcontroller.cli.app.AppCommand;
import net.beaconcontroller.cli.doctor.DoctorCommand;
import net.beaconcontroller.cli.remote.AclCommand;
import net.beaconcontroller.cli.remote.DevicesCommand;
import net.beaconcontroller.cli.remote.EntriesCommand;
import net.beaconcontroller.cli.remote.EventsCommand;
import net.beaconcontroller.cli.remote.LinksCommand;
import net.beaconcontroller.cli.remote.LogCommand;
import net.beaconcontroller.cli.remote.OpenCommand;
import net.beaconcontroller.cli.remote.PathCommand;
import net.beaconcontroller.cli.remote.PipelineCommand;
import net.beaconcontroller.cli.remote.RoleCommand;
import net.beaconcontroller.cli.remote.ShellCommand;
import net.beaconcontroller.cli.remote.StatsCommand;
import net.beaconcontroller.cli.remote.StatusCommand;
import net.beaconcontroller.cli.remote.SwitchesCommand;
import net.beaconcontroller.cli.remote.TopCommand;
import net.beaconcontroller.cli.store.StoreCommand;
import net.beaconcontroller.cli.tls.TlsCommand;
import net.beaconcontroller.console.ToolCommand;
import net.beaconcontroller.emulator.command.EmulateCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IFactory;

/** The commands of {@code beacon}: its own, and those of the tools that are on the class path. */
final class Commands {
    /** Its own commands, in the order of the help. */
    private static final List<Class<?>> OWN = List.of(
            RunCommand.class,
            ConfigCommand.class,
            DoctorCommand.class,
            OpenCommand.class,
            StatusCommand.class,
            AppCommand.class,
            EntriesCommand.Flows.class,
            EntriesCommand.Groups.class,
            EntriesCommand.Meters.class,
            PipelineCommand.class,
            EventsCommand.class,
            TopCommand.class,
            SwitchesCommand.class,
            RoleCommand.class,
            DevicesCommand.class,
            LinksCommand.class,
            PathCommand.class,
            StatsCommand.class,
            LogCommand.class,
            ShellCommand.class,
            AclCommand.class,
            StoreCommand.class,
            TlsCommand.class,
            CompletionCommand.class,
            EmulateCommand.class);

    /** The commands of the tools, which can be left out; in the order of the help, after the others. */
    private static final List<String> TOOLS = List.of("decode", "bench", "probe", "simulate");

    /** The commands that read the other ones. */
    private static final Set<Class<?>> READERS = Set.of(ShellCommand.class, CompletionCommand.class);

    private Commands() {}

    /**
     * Adds the commands that an invocation needs: the called one if it does not read the others, else all. Picocli
     * takes a quarter of a second to read the options of all commands.
     *
     * @param called the first argument
     */
    static void add(CommandLine commandLine, IFactory factory, String called) {
        Optional<Class<?>> own = OWN.stream()
                .filter(type -> !READERS.contains(type)
                        && type.getAnnotation(Command.class).name().equals(called))
                .findFirst();
        if (own.isPresent()) {
            commandLine.addSubcommand(new CommandLine(own.get(), factory));
        } else if (isOfTool(called)) {
            addTools(commandLine, factory, List.of(called));
        } else {
            OWN.forEach(type -> commandLine.addSubcommand(new CommandLine(type, factory)));
            addTools(commandLine, factory, TOOLS);
            commandLine.addSubcommand(new CommandLine(HelpCommand.class, factory));
        }
    }

    private static void addTools(CommandLine commandLine, IFactory factory, List<String> names) {
        List<ToolCommand> found = ServiceLoader.load(ToolCommand.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        for (String name : names) {
            subcommands("", found, factory)
                    .filter(command -> command.getCommandName().equals(name))
                    .forEach(command -> {
                        subcommands(name, found, factory).forEach(command::addSubcommand);
                        commandLine.addSubcommand(command);
                    });
        }
    }

    private static Stream<CommandLine> subcommands(String parent, List<ToolCommand> found, IFactory factory) {
        return found.stream()
                .filter(command -> command.parent().equals(parent))
                .map(command -> new CommandLine(command, factory));
    }

    /** Returns whether a command is that of a tool, which may be missing. */
    static boolean isOfTool(String name) {
        return TOOLS.contains(name);
    }
}
