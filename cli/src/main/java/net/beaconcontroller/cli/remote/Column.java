package net.beaconcontroller.cli.remote;

import java.util.function.Function;
import net.beaconcontroller.cli.remote.client.JsonObject;

/** A column of a table of the objects of an answer. */
record Column(String title, Function<JsonObject, String> cell) {
    private static final double KILO = 1_000;
    private static final String[] PREFIXES = {"", "k", "M", "G", "T"};

    static Column text(String title, String member) {
        return new Column(title, object -> object.text(member));
    }

    static Column port(String title, String member) {
        return new Column(title, object -> object.port(member));
    }

    /** Returns a column of rates with a prefix, such as {@code 1.5 Mbit/s}. */
    static Column bits(String title, String member) {
        return number(title, member, Column::bits);
    }

    /** Returns a column of whole numbers with separators of thousands. */
    static Column count(String title, String member) {
        return number(title, member, "%,.0f"::formatted);
    }

    /** Returns a column of shares as percentages. */
    static Column percent(String title, String member) {
        return number(title, member, share -> "%.1f %%".formatted(100 * share));
    }

    /** Returns a column of numbers with a unit, and one decimal. */
    static Column quantity(String title, String member, String unit) {
        return number(title, member, value -> "%.1f %s".formatted(value, unit));
    }

    private static Column number(String title, String member, Function<Double, String> text) {
        return new Column(title, object -> object.has(member) ? text.apply(object.number(member)) : "-");
    }

    private static String bits(double bitsPerSecond) {
        double value = bitsPerSecond;
        int prefix = 0;
        while (value >= KILO && prefix < PREFIXES.length - 1) {
            value /= KILO;
            prefix++;
        }
        return (prefix == 0 ? "%.0f %sbit/s" : "%.1f %sbit/s").formatted(value, PREFIXES[prefix]);
    }
}
