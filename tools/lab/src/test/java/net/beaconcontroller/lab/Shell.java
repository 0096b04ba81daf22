package net.beaconcontroller.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Runs commands to their end. Any thread may. */
final class Shell {
    private final Map<String, String> environment;

    /**
     * A shell.
     *
     * @param environment what its commands find set, beside what this process does
     */
    Shell(Map<String, String> environment) {
        this.environment = environment;
    }

    /** How a command ended, and what it wrote to either stream. */
    record Outcome(List<String> command, int exitCode, String output) {
        boolean succeeded() {
            return exitCode == 0;
        }

        @Override
        public String toString() {
            return "'%s' ended with exit code %d: %s".formatted(String.join(" ", command), exitCode, output.strip());
        }
    }

    /** Runs words that are separated by single spaces, and gives back the output. A failure is an exception. */
    String run(String line) {
        return run(List.of(line.split(" ", -1)));
    }

    String run(List<String> command) {
        Outcome outcome = attempt(command);
        if (!outcome.succeeded()) {
            throw new IllegalStateException(outcome.toString());
        }
        return outcome.output();
    }

    /** Runs words that are separated by single spaces and may fail. */
    Outcome attempt(String line) {
        return attempt(List.of(line.split(" ", -1)));
    }

    private Outcome attempt(List<String> command) {
        Process process = start(command);
        try {
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

    /** Starts words that are separated by single spaces, with one stream for all that is written. */
    Process start(String line) {
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
