package net.beaconcontroller.emulator.network;

import java.util.List;

/**
 * The result of many pings.
 *
 * @param total the number of pings
 * @param reached the number of pings that were answered
 * @param lost the first {@link #MAX_PAIRS} pairs whose ping was not answered
 * @param duplicated the first {@link #MAX_PAIRS} pairs whose ping or reply was received more than once
 */
public record PingReport(long total, long reached, List<Pair> lost, List<Pair> duplicated) {
    static final int MAX_PAIRS = 1000;

    /** The names of the source and the destination. */
    public record Pair(String from, String to) {
        @Override
        public String toString() {
            return from + "->" + to;
        }
    }

    public PingReport {
        lost = List.copyOf(lost);
        duplicated = List.copyOf(duplicated);
    }

    /** Whether all pings were answered without duplicates. */
    public boolean isFlawless() {
        return reached == total && duplicated.isEmpty();
    }
}
