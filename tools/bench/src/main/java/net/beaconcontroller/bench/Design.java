package net.beaconcontroller.bench;

import java.util.List;
import java.util.Map;

/**
 * A way in which Beacon can read, write and wait, or the applications that it runs.
 *
 * @param word as a result says it
 * @param settings that make it so
 */
record Design(String word, Map<String, String> settings) {
    /** As its settings have it: run to completion, and write once a turn. */
    static final Design BEACON = new Design("default", Map.of());

    /** Table 2 of Beacon's paper: messages go through a queue to other threads; each is written at once; and both. */
    static final List<Design> TABLE_2 = List.of(
            BEACON,
            new Design("Queue", Map.of("io.read", "shared-queue")),
            new Design("Immediate", Map.of("io.write", "immediate")),
            new Design("Queue Immediate", Map.of("io.read", "shared-queue", "io.write", "immediate")));

    /** What a loop does that has nothing to do: sleep, look for work again and again, or the one and then the other. */
    static final List<Design> WAITS = List.of(
            new Design("block", Map.of("io.waiting", "block")),
            new Design("spin", Map.of("io.waiting", "spin")),
            new Design("adaptive", Map.of("io.waiting", "adaptive")));

    /** A switch by itself; the pipeline of applications that forward through a network; and one that knows nothing. */
    static final List<Design> APPLICATIONS =
            List.of(running("learningswitch"), running("topology,devices,routing"), running("hub"));

    private static Design running(String applications) {
        return new Design(applications, Map.of("apps", applications));
    }
}
