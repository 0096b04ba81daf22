package net.beaconcontroller.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** The exit code and the output of a command. */
public record CommandResult(int exitCode, String out, String err) {

    /** Runs a command and waits for its end. */
    public static CommandResult of(String... args) {
        return in(Map.of(), args);
    }

    /** Runs a command line, whose arguments are separated by spaces, and waits for its end. */
    public static CommandResult ofLine(String line) {
        return of(line.split(" ", -1));
    }

    /** Runs a command with environment variables and waits for its end. */
    public static CommandResult in(Map<String, String> environment, String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        int exitCode = Main.run(environment, new PrintWriter(out), new PrintWriter(err), args);
        return new CommandResult(exitCode, out.toString(), err.toString());
    }

    /** Requires that the command line was rejected with an error that begins with this text. */
    public void assertRefused(String error) {
        assertThat(exitCode).as(err).isEqualTo(2);
        assertThat(out).isEmpty();
        assertThat(err).startsWith("beacon: " + error);
    }

    /** Requires that the command line was rejected with this error and with the hint at the help of the command. */
    public void assertRefused(String error, String command) {
        assertRefused(error);
        assertThat(err.lines()).endsWith("Try '%s --help'.".formatted(command));
    }
}
