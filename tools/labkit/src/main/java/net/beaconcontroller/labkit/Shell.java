package net.beaconcontroller.labkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Runs commands and waits for their end. Thread-safe. */
public final class Shell {
    private final Map<String, String> environment;

    /**
     * Creates a shell.
     *
     * @param environment additional environment variables
     */
    public Shell(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The exit code and the output of a command. */
    public record Outcome(List<String> command, int exitCode, String output) {
        public boolean succeeded() {
            return exitCode == 0;
        }

        @Override
        public String toString() {
            return "'%s' ended with exit code %d: %s".formatted(String.join(" ", command), exitCode, output.strip());
        }
    }

    /** Runs a command, whose words are separated by single spaces, and returns its output. Throws if it fails. */
    public String run(String line) {
        return run(List.of(line.split(" ", -1)));
    }

    public String run(List<String> command) {
        Outcome outcome = attempt(command);
        if (!outcome.succeeded()) {
            throw new IllegalStateException(outcome.toString());
        }
        return outcome.output();
    }

    /** Runs commands of sh(1) one after the other, in one process. Throws if one fails. */
    public void script(List<String> commands) {
        run(List.of("sh", "-e", "-c", String.join("\n", commands)));
    }

    /** Runs a command that may fail. */
    public Outcome attempt(String line) {
        return attempt(List.of(line.split(" ", -1)));
    }

    private Outcome attempt(List<String> command) {
        Process process = start(command);
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Outcome(command, process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the output of '%s' could not be read".formatted(String.join(" ", command)), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in '%s'".formatted(String.join(" ", command)), e);
        }
    }

    /** Starts a command, with standard error in its output. */
    public Process start(String line) {
        return start(List.of(line.split(" ", -1)));
    }

    private Process start(List<String> command) {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException("'%s' could not be run".formatted(String.join(" ", command)), e);
        }
    }
}
