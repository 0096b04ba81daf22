package net.beaconcontroller.cli.bench;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Range checks for numeric options. */
final class Range {
    private Range() {}

    /** Throws a {@link ParameterException} unless {@code min <= value <= max}. */
    static void check(CommandSpec command, String option, int value, int min, int max) {
        if (value < min || value > max) {
            throw new ParameterException(
                    command.commandLine(), "%s %d: needs %d to %d".formatted(option, value, min, max));
        }
    }
}
