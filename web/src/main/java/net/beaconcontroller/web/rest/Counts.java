package net.beaconcontroller.web.rest;

import org.jspecify.annotations.Nullable;

/** Counts of switches, as they are in JSON. */
final class Counts {
    private Counts() {}

    /** Returns a count of a switch; null if the switch does not count, which it says with all bits set. */
    static @Nullable Long of(long count) {
        return count == -1 ? null : (Long) count;
    }
}
