package net.beaconcontroller.statistics;

import org.jspecify.annotations.Nullable;

/** Values of statistics as they are in JSON. */
final class Views {
    private Views() {}

    /** Returns a rate; null if it is unknown, because JSON has no NaN. */
    static @Nullable Double rate(double value) {
        return Double.isNaN(value) ? null : (Double) value;
    }

    /** Returns a number; null if it is 0, which stands for an unknown one. */
    static @Nullable Long known(long value) {
        return value == 0 ? null : (Long) value;
    }
}
