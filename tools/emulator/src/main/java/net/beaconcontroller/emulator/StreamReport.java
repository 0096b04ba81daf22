package net.beaconcontroller.emulator;

import java.time.Duration;

/**
 * What became of a stream of TCP from one host to another.
 *
 * @param bytes how many were to be sent
 * @param acknowledged how many of them the other host has acknowledged, in order
 * @param time from the first segment to the last acknowledgment, or to its failure
 * @param resent segments that were sent again, as they were lost or late
 * @param duplicates segments of the two hosts, and pings and datagrams if there were any, that came to a host twice
 */
public record StreamReport(
        Outcome outcome, long bytes, long acknowledged, Duration time, long resent, long duplicates) {

    /** How a stream ended. */
    public enum Outcome {
        /** All was acknowledged, and the connection closed. */
        COMPLETE,
        /** The other host knew nothing of the connection. */
        REFUSED,
        /** Nothing was acknowledged for too long. */
        GIVEN_UP
    }

    /** Whether all came, and nothing came twice. */
    public boolean isFlawless() {
        return outcome == Outcome.COMPLETE && duplicates == 0;
    }
}
