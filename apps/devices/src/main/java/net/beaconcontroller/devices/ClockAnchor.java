package net.beaconcontroller.devices;

import java.time.Instant;

/** A wall-clock time and the {@link System#nanoTime} of the same moment, which converts later times. */
record ClockAnchor(Instant instant, long nanos) {
    Instant at(long otherNanos) {
        return instant.plusNanos(otherNanos - nanos);
    }
}
