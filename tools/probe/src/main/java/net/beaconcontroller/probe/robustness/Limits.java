package net.beaconcontroller.probe.robustness;

import java.time.Duration;

/**
 * How long is waited for a controller.
 *
 * @param patience the time within which a packet-in has to be answered; a witness whose packet-in takes longer is
 *     disturbed
 * @param closingTime the time within which a controller that does not serve the culprit has to close its connection;
 *     after it, the culprit is stuck
 */
public record Limits(Duration patience, Duration closingTime) {
    /** One second, and twelve seconds. */
    public static final Limits DEFAULT = new Limits(Duration.ofSeconds(1), Duration.ofSeconds(12));

    public Limits withClosingTime(Duration time) {
        return new Limits(patience, time);
    }
}
