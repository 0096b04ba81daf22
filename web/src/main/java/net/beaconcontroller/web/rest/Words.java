package net.beaconcontroller.web.rest;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Values of the controller as they are in JSON. */
final class Words {
    private Words() {}

    /** Returns the constant of an enum: in lower case, with hyphens for underscores. */
    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns a count of a switch; null if the switch does not count, which it says with all bits set. */
    static @Nullable Long count(long count) {
        return count == -1 ? null : (Long) count;
    }
}
