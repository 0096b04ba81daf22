package net.beaconcontroller.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.beaconcontroller.api.store.StoreException;
import net.beaconcontroller.bench.command.BenchCommand;
import net.beaconcontroller.cli.app.AppCommand;
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
import net.beaconcontroller.cli.support.SettingsOptions;
import net.beaconcontroller.cli.tls.TlsCommand;
import net.beaconcontroller.comparison.PublishCommand;
import net.beaconcontroller.console.OutputClosedException;
import net.beaconcontroller.console.StandardOutput;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.decode.DecodeCommand;
import net.beaconcontroller.emulator.command.EmulateCommand;
import net.beaconcontroller.emulator.spec.NetworkException;
import net.beaconcontroller.probe.command.ProbeCommand;
import net.beaconcontroller.runtime.ApplicationException;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.runtime.LogConfiguration;
import net.beaconcontroller.runtime.SettingsException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line. Exit codes: 0 success, 1 failure, 2 invalid command line or settings. */
@Command(
        name = "beacon",
        description = "An OpenFlow controller: easy to write applications for, and fast.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        // Every command has --help and --version.
        scope = ScopeType.INHERIT,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  beacon run               start the controller on port 6653",
            "  beacon run --apps hub    start it with the hub application",
            "  beacon app new my-app    write the project of a new application",
            "  beacon config            list all settings and their values",
            "  beacon status            print the state of a running controller",
            "  beacon app list          list its applications",
            "  beacon flows list        list the static flows",
            "  beacon events --follow   print what happens in its network",
            "  beacon top               show its load, live",
            "  beacon path H1 H2        print the path between two hosts",
            "  beacon switches          list its switches",
            "  beacon role all master   take all switches over from another controller",
            "  beacon stats ports       print the rates of the ports",
            "  beacon acl list          list the access rules",
            "  beacon store backup FILE make a backup of its data",
            "  beacon tls init          make certificates for TLS with switches",
            "  beacon emulate ring,4    emulate a network for any controller",
            "  beacon decode HEX        decode an OpenFlow message",
            "  beacon bench throughput  measure packet-in answers per second",
            "  beacon probe robustness  test the robustness of the controller",
            "",
            "Exit codes: 0 success, 1 failure, 2 invalid command line or settings."
        })
public final class Main {
    /** All commands, in the order of the help. */
    private static final List<Class<?>> COMMANDS = List.of(
            RunCommand.class,
            ConfigCommand.class,
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
            EmulateCommand.class,
            DecodeCommand.class,
            BenchCommand.class,
            ProbeCommand.class,
            HelpCommand.class);

    /** The commands that read the other ones. */
    private static final Set<Class<?>> READERS = Set.of(ShellCommand.class, CompletionCommand.class, HelpCommand.class);

    /** Prints the version. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"Beacon " + Beacon.version()};
        }
    }

    private Main() {}

    public static void main(String[] args) {
        // Output does not depend on the locale of the user.
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        var output = new StandardOutput();
        var out = new PrintWriter(output, true, UTF_8);
        var err = new PrintWriter(System.err, true, UTF_8);
        int code = run(System.getenv(), out, err, args);
        out.flush();
        System.exit(output.exitCode(code, err));
    }

    static int run(Map<String, String> environment, PrintWriter out, PrintWriter err, String... args) {
        var factory = new Factory(environment);
        var commandLine = new CommandLine(new Main(), factory);
        commandsFor(args).forEach(type -> commandLine.addSubcommand(new CommandLine(type, factory)));
        // It measures with the instruments of both groups, which therefore cannot name it.
        Optional.ofNullable(commandLine.getSubcommands().get("bench"))
                .ifPresent(bench -> bench.addSubcommand(new CommandLine(PublishCommand.class, factory)));
        commandLine.setOut(out).setErr(err);
        commandLine.setParameterExceptionHandler((e, _) -> refuse(e));
        commandLine.setExecutionExceptionHandler((e, command, _) -> explain(e, command));
        return args.length == 0 ? help(commandLine) : commandLine.execute(args);
    }

    /**
     * Returns the commands that an invocation needs: the called one if its first argument names one that does not read
     * the others, else all. Picocli takes a quarter of a second to read the options of all commands.
     */
    private static List<Class<?>> commandsFor(String... args) {
        return COMMANDS.stream()
                .filter(type ->
                        args.length > 0 && !READERS.contains(type) && name(type).equals(args[0]))
                .findFirst()
                .<List<Class<?>>>map(List::of)
                .orElse(COMMANDS);
    }

    private static String name(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    private static int refuse(ParameterException e) {
        CommandLine command = e.getCommandLine();
        String error = e instanceof UnmatchedArgumentException unmatched
                ? "unknown command or option '%s'"
                        .formatted(unmatched.getUnmatched().getFirst())
                : e.getMessage();
        command.getErr().println("beacon: " + error);
        UnmatchedArgumentException.printSuggestions(e, command.getErr());
        command.getErr().printf("Try '%s --help'.%n", command.getCommandSpec().qualifiedName());
        return CommandLine.ExitCode.USAGE;
    }

    private static int explain(Exception e, CommandLine command) {
        PrintWriter err = command.getErr();
        switch (e) {
            case UsageException usage -> {
                return refuse(new ParameterException(command, String.valueOf(usage.getMessage())));
            }
            case OutputClosedException _ -> {
                // The main method reports why, unless the reader of a pipe has ended.
                return CommandLine.ExitCode.OK;
            }
            case SettingsException _, NetworkException _, ApplicationException _, StoreException _, IOException _ ->
                String.valueOf(e.getMessage()).lines().forEach(line -> err.println("beacon: " + line));
            default -> {
                err.println("beacon: internal error:");
                e.printStackTrace(err);
            }
        }
        return e instanceof SettingsException || e instanceof NetworkException
                ? CommandLine.ExitCode.USAGE
                : CommandLine.ExitCode.SOFTWARE;
    }

    private static int help(CommandLine commandLine) {
        commandLine.usage(commandLine.getErr());
        return CommandLine.ExitCode.USAGE;
    }

    /** Creates the command objects, and passes the environment and the log to those that use them. */
    private record Factory(Map<String, String> environment) implements CommandLine.IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            if (type == SettingsOptions.class) {
                return type.cast(new SettingsOptions(environment));
            }
            return type == EmulateCommand.class
                    ? type.cast(new EmulateCommand(LogConfiguration::setConsole))
                    : CommandLine.defaultFactory().create(type);
        }
    }
}
