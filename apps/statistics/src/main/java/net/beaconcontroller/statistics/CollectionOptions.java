package net.beaconcontroller.statistics;

/**
 * The intervals and limits of the requests.
 *
 * @param intervalNanos the time between two readings of ports
 * @param slowIntervalNanos the time between two readings of anything else
 * @param flowLimit the flows of a switch are read if it has no more than this number
 */
record CollectionOptions(long intervalNanos, long slowIntervalNanos, int flowLimit) {
    long intervalNanos(Kind kind) {
        return kind == Kind.PORTS ? intervalNanos : slowIntervalNanos;
    }
}
