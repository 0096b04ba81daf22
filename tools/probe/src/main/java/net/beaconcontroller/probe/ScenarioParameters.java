package net.beaconcontroller.probe;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import net.beaconcontroller.console.UsageException;

/** The parameters of a scenario, from the command line. Thread-safe. */
public final class ScenarioParameters {
    private final Map<String, String> values;

    /** The names for which the scenario has asked. */
    private final Set<String> asked = new ConcurrentSkipListSet<>();

    /** @param values the values by name */
    public ScenarioParameters(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    String text(String name, String otherwise) {
        asked.add(name);
        return values.getOrDefault(name, otherwise);
    }

    long number(String name, long otherwise) {
        String text = text(name, "");
        try {
            return text.isEmpty() ? otherwise : Long.parseLong(text);
        } catch (NumberFormatException _) {
            throw new UsageException("-P %s=%s: needs a whole number".formatted(name, text));
        }
    }

    /** Returns the names for which the scenario has not asked, separated by commas; empty if there are none. */
    public String unknown() {
        var unknown = new TreeSet<>(values.keySet());
        unknown.removeAll(asked);
        return String.join(", ", unknown);
    }

    /** Returns the names for which the scenario has asked, separated by commas. */
    public String asked() {
        return String.join(", ", asked);
    }
}
