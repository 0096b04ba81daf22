package net.beaconcontroller.emulator.network;

import java.time.Duration;
import net.beaconcontroller.emulator.host.StreamOutcome;

/**
 * The result of a TCP stream from one host to another.
 *
 * @param bytes the number of bytes to send
 * @param acknowledged the number of bytes that the receiver acknowledged
 * @param time the time from the first segment to the last acknowledgment or to the failure
 * @param resent the number of retransmitted segments
 * @param duplicates the number of segments between the two hosts, and of pings and datagrams if there were any, that
 *     a host received twice
 */
public record StreamReport(
        StreamOutcome outcome, long bytes, long acknowledged, Duration time, long resent, long duplicates) {

    /** Whether all bytes were acknowledged without duplicates. */
    public boolean isFlawless() {
        return outcome == StreamOutcome.COMPLETE && duplicates == 0;
    }
}
