package net.beaconcontroller.statistics;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.api.Event.Severity;
import net.beaconcontroller.api.Events;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.openflow.PortNumber;
import org.jspecify.annotations.Nullable;

/**
 * The thresholds of loads, errors and tables. A value that exceeds its threshold in two readings causes an event, and
 * another one when it is below nine tenths of the threshold again; so a value near the threshold does not cause many.
 * For one thread.
 */
final class Thresholds {
    private static final int READINGS = 2;
    private static final double END = 0.9;

    private static final String OFF = "off";

    /** A quantity that has a threshold. */
    private enum Quantity {
        PORT_LOAD("port", "load", "%"),
        PORT_ERRORS("port", "errors", "per second"),
        TABLE_FULL("table", "flows", "% of the table");

        private final String object;
        private final String words;
        private final String unit;

        Quantity(String object, String words, String unit) {
            this.object = object;
            this.words = words;
            this.unit = unit;
        }

        private String key() {
            return Words.of(this);
        }
    }

    /** @param number of the port or the table */
    private record Key(Quantity quantity, long number) {}

    private final Events events;

    /** By quantity; infinite for a threshold that is off. */
    private final double[] thresholds = new double[Quantity.values().length];

    /** By datapath id: the number of readings in a row that exceeded a threshold; absent for 0. */
    private final Map<Long, Map<Key, Integer>> exceeded = new HashMap<>();

    Thresholds(ApplicationSettings settings, Events events) {
        this.events = events;
        read(settings, Quantity.PORT_LOAD, 90, 100, "percentage of a port's speed above which an event is published");
        read(
                settings,
                Quantity.PORT_ERRORS,
                100,
                Integer.MAX_VALUE,
                "errors per second of a port above which an event is published");
        read(settings, Quantity.TABLE_FULL, 90, 100, "percentage of a flow table's size, likewise");
    }

    private void read(ApplicationSettings settings, Quantity quantity, int value, int max, String description) {
        thresholds[quantity.ordinal()] = settings.read(
                quantity.key(), Integer.toString(value), text -> parse(text, max), description + ", or " + OFF);
    }

    private static double parse(String text, int max) {
        if (text.equals(OFF)) {
            return Double.POSITIVE_INFINITY;
        }
        try {
            int value = Integer.parseInt(text);
            if (value >= 1 && value <= max) {
                return value;
            }
        } catch (NumberFormatException _) {
            // refused below
        }
        throw new IllegalArgumentException("needs a whole number from 1 to %d, or %s".formatted(max, OFF));
    }

    /** Checks the ports of a switch. Forgets those that are not among them. */
    void checkPorts(long datapathId, List<PortRate> rates) {
        var present = new HashSet<Key>();
        for (PortRate rate : rates) {
            var load = new Key(Quantity.PORT_LOAD, rate.port());
            var errors = new Key(Quantity.PORT_ERRORS, rate.port());
            check(datapathId, load, 100 * rate.load());
            check(datapathId, errors, rate.errors());
            present.add(load);
            present.add(errors);
        }
        of(datapathId).keySet().removeIf(key -> key.quantity != Quantity.TABLE_FULL && !present.contains(key));
    }

    void check(TableUsage table) {
        check(table.datapathId(), new Key(Quantity.TABLE_FULL, table.tableId()), 100 * table.fill());
    }

    private Map<Key, Integer> of(long datapathId) {
        return exceeded.computeIfAbsent(datapathId, _ -> new HashMap<>());
    }

    /** @param value NaN if it is unknown: then an exceeded threshold stays so */
    private void check(long datapathId, Key key, double value) {
        double threshold = thresholds[key.quantity.ordinal()];
        Map<Key, Integer> ofSwitch = of(datapathId);
        int readings = ofSwitch.getOrDefault(key, 0);
        if (value > threshold) {
            ofSwitch.put(key, Math.min(readings + 1, READINGS));
            if (readings == READINGS - 1) {
                publish(datapathId, key, value, threshold, true);
            }
        } else if (readings < READINGS) {
            ofSwitch.remove(key);
        } else if (value < END * threshold) {
            ofSwitch.remove(key);
            publish(datapathId, key, value, threshold, false);
        }
    }

    private void publish(long datapathId, Key key, double value, double threshold, boolean exceeds) {
        Quantity quantity = key.quantity;
        String subject = DatapathId.toString(datapathId) + ":" + PortNumber.toString(key.number);
        var details = new LinkedHashMap<String, @Nullable Object>();
        details.put("switch", DatapathId.toString(datapathId));
        details.put(quantity.object, key.number);
        details.put("value", value);
        details.put("threshold", threshold);
        details.put("exceeds", exceeds);
        events.publish(new Event(
                "statistics." + quantity.key(),
                subject,
                exceeds ? Severity.WARNING : Severity.INFO,
                "%s %s: %s %.0f %s, %s %.0f"
                        .formatted(
                                quantity.object,
                                subject,
                                quantity.words,
                                value,
                                quantity.unit,
                                exceeds ? "above the threshold" : "no longer above the threshold",
                                threshold),
                details));
    }

    /** Forgets a switch that has disconnected. */
    void forget(long datapathId) {
        exceeded.remove(datapathId);
    }
}
