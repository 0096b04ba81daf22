package net.beaconcontroller.bench;

import java.util.List;
import java.util.Map;

/**
 * A way in which Beacon can read, write and wait.
 *
 * @param word as a result says it
 * @param settings that make it so
 */
record Design(String word, Map<String, String> settings) {
    /** As its settings have it: run to completion, and write once a turn. */
    static final Design BEACON = new Design("default", Map.of());

    /** The write designs of Beacon's paper, section 5.3: what is sent is written once a turn, or each message at once. */
    static final List<Design> WRITES = List.of(BEACON, new Design("Immediate", Map.of("io.write", "immediate")));

    /** What a loop does that has nothing to do: sleep, look for work again and again, or the one and then the other. */
    static final List<Design> WAITS = List.of(
            new Design("block", Map.of("io.waiting", "block")),
            new Design("spin", Map.of("io.waiting", "spin")),
            new Design("adaptive", Map.of("io.waiting", "adaptive")));
}
