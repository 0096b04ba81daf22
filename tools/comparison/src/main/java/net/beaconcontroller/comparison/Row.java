package net.beaconcontroller.comparison;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;

/**
 * A row of data: one measurement of one controller, or the reason why it failed. Values are strings, numbers and
 * booleans, as in JSON.
 *
 * @param fields the values by name, in the order of the file
 */
record Row(SequencedMap<String, Object> fields) {
    /** The name of the controller. */
    static final String CONTROLLER = "controller";

    /** The number of the repetition, from 1. */
    static final String ROUND = "round";

    /** The index of the run of the command, from 0, in the list of runs. */
    static final String RUN = "run";

    /** The reason of a failure; a row without it has measured values. */
    static final String FAILURE = "failure";

    /** The key of a measurement under load. */
    static final List<String> LOAD = List.of(CONTROLLER, "openflow", "switches", "hosts", ROUND);

    /** Returns the values of fields as text, those that are missing left out. */
    Map<String, String> select(List<String> names) {
        var values = new LinkedHashMap<String, String>();
        names.forEach(name -> {
            if (fields.containsKey(name)) {
                values.put(name, text(name));
            }
        });
        return values;
    }

    String text(String name) {
        return String.valueOf(fields.getOrDefault(name, ""));
    }

    String controller() {
        return text(CONTROLLER);
    }

    boolean isFailed() {
        return fields.containsKey(FAILURE);
    }

    /** Returns a numeric value; empty if it was not measured. */
    OptionalDouble number(String name) {
        return fields.get(name) instanceof Number number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }
}
