package net.beaconcontroller.api.concurrent;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * One counter for each constant of an enum. Thread-safe; counting allocates nothing and rarely contends.
 *
 * @param <E> the enum that names the counters
 */
public final class EnumCounters<E extends Enum<E>> {
    private final E[] constants;
    /** Indexed by ordinal numbers: packets increment these. */
    private final LongAdder[] counters;

    /** Creates counters that are all 0. */
    public EnumCounters(Class<E> type) {
        constants = type.getEnumConstants();
        counters = Stream.generate(LongAdder::new).limit(constants.length).toArray(LongAdder[]::new);
    }

    public void increment(E constant) {
        add(constant, 1);
    }

    public void add(E constant, long count) {
        counters[constant.ordinal()].add(count);
    }

    /** Returns the current value of each counter, in the order of the enum. */
    public Map<E, Long> values() {
        var values = new LinkedHashMap<E, Long>();
        for (E constant : constants) {
            values.put(constant, counters[constant.ordinal()].sum());
        }
        return values;
    }
}
