package net.beaconcontroller.emulator.network;

import java.util.List;

/**
 * What became of many pings.
 *
 * @param total how many there were
 * @param reached how many were answered
 * @param lost who had no answer from whom, the first {@link #MAX_PAIRS} of them
 * @param duplicated whose ping, or its answer, came to a host more than once, the first {@link #MAX_PAIRS} of them
 */
public record PingReport(long total, long reached, List<Pair> lost, List<Pair> duplicated) {
    static final int MAX_PAIRS = 1000;

    /** Who pinged whom, by name. */
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

    /** Whether all were answered, and nothing came twice. */
    public boolean isFlawless() {
        return reached == total && duplicated.isEmpty();
    }
}
