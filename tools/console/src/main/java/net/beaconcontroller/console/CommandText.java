package net.beaconcontroller.console;

import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** Command lines for people, quoted for a shell. */
public final class CommandText {
    private CommandText() {}

    /** Returns the command line, quoted for a shell. */
    public static String of(CommandSpec command) {
        return command.root().commandLine().getParseResult().originalArgs().stream()
                .map(CommandText::quote)
                .collect(Collectors.joining(" ", "beacon ", ""));
    }

    /** Returns an argument, quoted for a shell if necessary. */
    public static String quote(String argument) {
        return argument.matches("[\\w@%+=:,./-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
