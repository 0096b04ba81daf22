package net.beaconcontroller.bench;

import java.util.List;
import java.util.Map;

/**
 * A variant of Beacon: an I/O design, an idle strategy, or a set of applications.
 *
 * @param keyword the name in results
 * @param settings the settings that select the variant
 */
record Design(String keyword, Map<String, String> settings) {
    /** The default: run to completion, one write per loop iteration. */
    static final Design BEACON = new Design("default", Map.of());

    /** The first word of the keywords of the designs with a shared queue. */
    static final String QUEUE = "Queue";

    /** Table 2 of the Beacon paper: shared queue, immediate writes, and both. */
    static final List<Design> TABLE_2 = List.of(
            BEACON,
            new Design(QUEUE, Map.of("io.read", "shared-queue")),
            new Design("Immediate", Map.of("io.write", "immediate")),
            new Design(QUEUE + " Immediate", Map.of("io.read", "shared-queue", "io.write", "immediate")));

    /** The idle strategies of an event loop: block, spin, or spin before blocking. */
    static final List<Design> IDLE_STRATEGIES = List.of(
            new Design("block", Map.of("io.waiting", "block")),
            new Design("spin", Map.of("io.waiting", "spin")),
            new Design("adaptive", Map.of("io.waiting", "adaptive")));

    /** A learning switch; a pipeline of network applications; a hub, which keeps no state. */
    static final List<Design> APPLICATIONS =
            List.of(running("learningswitch"), running("topology,devices,routing"), running("hub"));

    private static Design running(String applications) {
        return new Design(applications, Map.of("apps", applications));
    }
}
