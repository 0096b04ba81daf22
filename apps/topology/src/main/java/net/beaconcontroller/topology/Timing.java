package net.beaconcontroller.topology;

import java.time.Duration;
import net.beaconcontroller.api.ApplicationSettings;

/**
 * Intervals and timeouts.
 *
 * @param round the interval between two probes of a port
 * @param settling the time after which a port that came up can be an edge, while the probes of its switch are not
 *     delayed
 * @param confirmation see {@link TopologyModel}
 * @param lostSwitch the time after which a switch that lost its connection is removed
 * @param plausibleLatency see {@link LatencyCheck}
 */
record Timing(
        Duration round, Duration settling, Duration confirmation, Duration lostSwitch, Duration plausibleLatency) {
    static final Timing DEFAULT = new Timing(
            Duration.ofSeconds(5),
            Duration.ofMillis(300),
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofMillis(5));

    static Timing of(ApplicationSettings settings) {
        Duration round = settings.duration(
                "probe-interval",
                DEFAULT.round,
                "interval between link probes of a port; a link expires after six intervals");
        Duration twoRounds = round.multipliedBy(2);
        return new Timing(
                round,
                settings.duration(
                        "settling-time",
                        DEFAULT.settling,
                        "time after link-up before a port without a discovered link counts as an edge"),
                twoRounds.compareTo(DEFAULT.confirmation) > 0 ? twoRounds : DEFAULT.confirmation,
                settings.duration(
                        "lost-switch-timeout",
                        DEFAULT.lostSwitch,
                        "time after which a switch that lost its connection is removed with its links and edges"),
                settings.duration(
                        "plausible-latency",
                        DEFAULT.plausibleLatency,
                        "latency up to which a new direct link is accepted in any case; a slower one is refused as"
                                + " a relay by hosts if it is an outlier among the known links"));
    }
}
