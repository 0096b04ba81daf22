package net.beaconcontroller.web.rest;

import java.util.Locale;

/** The constants of enums as they are in JSON: in lower case, with hyphens for underscores. */
final class Words {
    private Words() {}

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
