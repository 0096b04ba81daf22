package net.beaconcontroller.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import net.beaconcontroller.api.store.StoreException;
import net.beaconcontroller.cli.support.SettingsOptions;
import net.beaconcontroller.console.OutputClosedException;
import net.beaconcontroller.console.StandardOutput;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.emulator.command.EmulateCommand;
import net.beaconcontroller.emulator.spec.NetworkException;
import net.beaconcontroller.runtime.ApplicationException;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.runtime.LogConfiguration;
import net.beaconcontroller.runtime.SettingsException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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
            "  beacon doctor            check the settings and this machine",
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
            "  beacon simulate --seed 1 play the controller and a network in virtual time",
            "",
            "Exit codes: 0 success, 1 failure, 2 invalid command line or settings."
        })
public final class Main {
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
        String called = args.length == 0 ? "" : args[0];
        CommandLine commandLine = commandLine(environment, called);
        if (Commands.isOfTool(called) && commandLine.getSubcommands().isEmpty()) {
            err.printf("beacon: %s is a command of the package beacon-tools, which is not installed%n", called);
            return CommandLine.ExitCode.USAGE;
        }
        commandLine.setOut(out).setErr(err);
        commandLine.setParameterExceptionHandler((e, _) -> refuse(e));
        commandLine.setExecutionExceptionHandler((e, command, _) -> explain(e, command));
        return args.length == 0 ? help(commandLine) : commandLine.execute(args);
    }

    /**
     * Returns the command with the subcommands that an invocation needs.
     *
     * @param called the first argument; "help" needs all subcommands
     */
    static CommandLine commandLine(Map<String, String> environment, String called) {
        var factory = new Factory(environment);
        var commandLine = new CommandLine(new Main(), factory);
        Commands.add(commandLine, factory, called);
        return commandLine;
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
