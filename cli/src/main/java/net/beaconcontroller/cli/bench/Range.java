package net.beaconcontroller.cli.bench;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Numbers on the command line have a least and a most. */
final class Range {
    private Range() {}

    /** Refuses a value of an option that is not from {@code min} to {@code max}. */
    static void check(CommandSpec command, String option, int value, int min, int max) {
        if (value < min || value > max) {
            throw new ParameterException(
                    command.commandLine(), "%s %d: needs %d to %d".formatted(option, value, min, max));
        }
    }
}
