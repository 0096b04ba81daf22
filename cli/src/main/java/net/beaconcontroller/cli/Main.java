package net.beaconcontroller.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintWriter;
import java.util.Map;
import net.beaconcontroller.runtime.ApplicationException;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.runtime.SettingsException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;

/** The command line. Exit codes: 0 all is well, 1 it could not be done, 2 the command or the settings are wrong. */
@Command(
        name = "beacon",
        description = "An OpenFlow controller: easy to write applications for, and fast.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {RunCommand.class, ConfigCommand.class, HelpCommand.class},
        footer = {
            "",
            "Examples:",
            "  beacon run                               with the learning switch, on port 6653",
            "  beacon run --apps hub",
            "  beacon config                            what can be set, and what is",
            "",
            "Exit codes: 0 all is well, 1 it could not be done, 2 the command or the settings are wrong."
        })
public final class Main {

    /** Answers --version. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"Beacon " + Beacon.version()};
        }
    }

    private Main() {}

    public static void main(String[] args) {
        var out = new PrintWriter(System.out, true, UTF_8);
        var err = new PrintWriter(System.err, true, UTF_8);
        System.exit(run(System.getenv(), out, err, args));
    }

    static int run(Map<String, String> environment, PrintWriter out, PrintWriter err, String... args) {
        var commandLine = new CommandLine(new Main(), new Factory(environment));
        commandLine.setOut(out).setErr(err);
        commandLine.setUnmatchedOptionsArePositionalParams(false);
        commandLine.setExecutionExceptionHandler((e, command, _) -> {
            command.getErr().println("beacon: " + e.getMessage());
            return switch (e) {
                case SettingsException _ -> CommandLine.ExitCode.USAGE;
                case ApplicationException _, java.io.IOException _ -> CommandLine.ExitCode.SOFTWARE;
                default -> {
                    e.printStackTrace(command.getErr());
                    yield CommandLine.ExitCode.SOFTWARE;
                }
            };
        });
        return args.length == 0 ? help(commandLine) : commandLine.execute(args);
    }

    private static int help(CommandLine commandLine) {
        commandLine.usage(commandLine.getErr());
        return CommandLine.ExitCode.USAGE;
    }

    /** Makes the commands, and gives the environment to those that read it. */
    private record Factory(Map<String, String> environment) implements CommandLine.IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            return type == SettingsOptions.class
                    ? type.cast(new SettingsOptions(environment))
                    : CommandLine.defaultFactory().create(type);
        }
    }
}
