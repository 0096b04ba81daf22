package net.beaconcontroller.cli.remote;

/** Quantities of an answer as text for people. */
final class Quantities {
    private static final double KILO = 1_000;
    private static final String[] PREFIXES = {"", "k", "M", "G", "T"};

    private static final String UNKNOWN = "-";

    private Quantities() {}

    /** Returns bits per second with a prefix, such as {@code 1.5 Mbit/s}. */
    static String bits(JsonObject object, String member) {
        if (!object.has(member)) {
            return UNKNOWN;
        }
        double value = object.number(member);
        int prefix = 0;
        while (value >= KILO && prefix < PREFIXES.length - 1) {
            value /= KILO;
            prefix++;
        }
        return (prefix == 0 ? "%.0f %sbit/s" : "%.1f %sbit/s").formatted(value, PREFIXES[prefix]);
    }

    /** Returns a rate per second, or another number, with separators of thousands. */
    static String number(JsonObject object, String member) {
        return object.has(member) ? "%,.0f".formatted(object.number(member)) : UNKNOWN;
    }

    /** Returns a share as a percentage. */
    static String percent(JsonObject object, String member) {
        return object.has(member) ? "%.1f %%".formatted(100 * object.number(member)) : UNKNOWN;
    }
}
