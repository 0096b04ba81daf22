package net.beaconcontroller.web.rest;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Values of the controller as they are in JSON. */
final class Words {
    private Words() {}

    /** Returns the constant of an enum: in lower case, with hyphens for underscores. */
    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns flags as a list.
     *
     * @param printed the names of the flags that are set, separated by |; 0 for none
     */
    static List<String> flags(String printed) {
        return Stream.of(printed.split("\\|"))
                .filter(flag -> !flag.isEmpty() && !flag.equals("0"))
                .toList();
    }

    /** Returns a count of a switch; null if the switch does not count, which it says with all bits set. */
    static @Nullable Long count(long count) {
        return count == -1 ? null : (Long) count;
    }
}
