package net.beaconcontroller.cli.support;

import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** The command line of this process, for reports. */
public final class CommandText {
    private CommandText() {}

    /** Returns the command line, quoted for a shell. */
    public static String of(CommandSpec command) {
        return command.root().commandLine().getParseResult().originalArgs().stream()
                .map(argument ->
                        argument.matches("[\\w@%+=:,./-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" ", "beacon ", ""));
    }
}
