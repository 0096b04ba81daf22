package net.beaconcontroller.console;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of the option {@code -D KEY=VALUE}, which sets a setting. */
public final class KeyValues {
    private KeyValues() {}

    /**
     * Parses the values of all options. The last value of a key applies.
     *
     * @return the values by key
     * @throws UsageException if an option has another form
     */
    public static Map<String, String> parse(List<String> options) {
        var all = new LinkedHashMap<String, String>();
        for (String option : options) {
            int equals = option.indexOf('=');
            if (equals < 1) {
                throw new UsageException("-D %s: needs KEY=VALUE, such as io.loops=4".formatted(option));
            }
            all.put(option.substring(0, equals), option.substring(equals + 1));
        }
        return all;
    }
}
