package net.beaconcontroller.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** How a command ended and what it wrote. */
public record CommandResult(int exitCode, String out, String err) {

    /** Runs a command to its end. */
    public static CommandResult of(String... args) {
        return in(Map.of(), args);
    }

    /** Runs a command to its end, in an environment. */
    public static CommandResult in(Map<String, String> environment, String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        int exitCode = Main.run(environment, new PrintWriter(out), new PrintWriter(err), args);
        return new CommandResult(exitCode, out.toString(), err.toString());
    }
}
