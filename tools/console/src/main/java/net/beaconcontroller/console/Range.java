package net.beaconcontroller.console;

/** Range checks for numeric options. */
public final class Range {
    private Range() {}

    /** Throws a {@link UsageException} unless {@code min <= value <= max}. */
    public static void check(String option, int value, int min, int max) {
        if (value < min || value > max) {
            throw new UsageException("%s %d: needs %d to %d".formatted(option, value, min, max));
        }
    }
}
