package net.beaconcontroller.probe.robustness;

import java.util.Optional;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.Verdict;

/**
 * How a controller took a case.
 *
 * @param detail what led to the verdict, one line; may be empty
 * @param isAnswered whether the controller answered a faulty message as it answers a good one, which may be right
 * @param millis the duration of the trial
 * @param scenario the correct packet-ins of the scenario's switches
 * @param quiet the round trips of the witness before the first case
 * @param during the round trips of the witness during the case
 * @param before what the controller used before the case, if its process is known
 * @param after what the controller used after the case
 */
public record Outcome(
        ProbeCase probeCase,
        Version version,
        Verdict verdict,
        String detail,
        boolean isAnswered,
        long millis,
        RoundTrips scenario,
        RoundTrips quiet,
        RoundTrips during,
        Optional<Resources> before,
        Optional<Resources> after) {}
