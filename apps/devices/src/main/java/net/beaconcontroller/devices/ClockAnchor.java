package net.beaconcontroller.devices;

import java.time.Instant;

/** A time as people count, and as {@link System#nanoTime} did then: makes the one of the other. */
record ClockAnchor(Instant instant, long nanos) {
    Instant at(long otherNanos) {
        return instant.plusNanos(otherNanos - nanos);
    }
}
