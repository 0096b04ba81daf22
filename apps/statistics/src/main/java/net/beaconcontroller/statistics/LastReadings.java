package net.beaconcontroller.statistics;

import java.util.HashMap;
import java.util.Map;

/**
 * The last reading of each object of one kind, such as the ports of a switch. Objects that a reply lacks are forgotten.
 * For one thread.
 *
 * @param <K> identifies an object
 */
final class LastReadings<K> {
    private Map<K, CounterReading> last = new HashMap<>();
    private Map<K, CounterReading> present = new HashMap<>();

    /** Adds the reading of an object in the present reply, and returns its rates since the last one. */
    double[] rates(K key, CounterReading reading) {
        present.put(key, reading);
        return reading.ratesSince(last.get(key));
    }

    /** Does the same, but returns the rates since the object was added if that is later. */
    double[] ratesSinceAdded(K key, CounterReading reading) {
        present.put(key, reading);
        CounterReading before = last.get(key);
        return reading.ratesSince(before == null || reading.wasResetSince(before) ? reading.whenAdded() : before);
    }

    /** Ends the present reply. */
    void endReply() {
        last = present;
        present = new HashMap<>();
    }
}
