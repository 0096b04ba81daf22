package net.beaconcontroller.core.pipeline;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The measurements of an application since it was started.
 *
 * @param application the name of the application
 * @param failures the number of exceptions that its listeners, initializers and tasks have thrown
 * @param loopTime the time that its listeners and tasks have taken on all loops, measured by samples
 * @param loopShare the share, 0 to 1, of the time of a loop that its listeners and tasks took in the last second; of
 *     the loop that they take most of
 * @param longestCall the duration of the longest call of a listener or task on a loop. Calls are sampled: it is zero if
 *     no call has taken longer than about 10 ms
 * @param slowCalls the number of calls of a listener or task that have lasted longer than {@code isolation.slow-call}
 * @param quarantine the reason why it is quarantined, as a sentence without a full stop; empty if it is not
 * @param unserved the datapath ids of the connected switches that it does not serve, because they have caused more
 *     failures than {@code isolation.failures}
 */
public record ApplicationHealth(
        String application,
        long failures,
        Duration loopTime,
        double loopShare,
        Duration longestCall,
        long slowCalls,
        Optional<String> quarantine,
        List<Long> unserved) {}
