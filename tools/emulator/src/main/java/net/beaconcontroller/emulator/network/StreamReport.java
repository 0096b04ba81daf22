package net.beaconcontroller.emulator.network;

import java.time.Duration;
import net.beaconcontroller.emulator.host.StreamOutcome;

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
        StreamOutcome outcome, long bytes, long acknowledged, Duration time, long resent, long duplicates) {

    /** Whether all came, and nothing came twice. */
    public boolean isFlawless() {
        return outcome == StreamOutcome.COMPLETE && duplicates == 0;
    }
}
