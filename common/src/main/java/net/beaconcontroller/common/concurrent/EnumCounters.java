package net.beaconcontroller.common.concurrent;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * One counter for each constant of an enum. Thread-safe; counting allocates nothing and rarely contends.
 *
 * @param <E> the enum that names what is counted
 */
public final class EnumCounters<E extends Enum<E>> {
    private final Class<E> type;
    private final EnumMap<E, LongAdder> counters;

    /** Creates counters that are all 0. */
    public EnumCounters(Class<E> type) {
        this.type = type;
        this.counters = new EnumMap<>(type);
        for (E constant : type.getEnumConstants()) {
            counters.put(constant, new LongAdder());
        }
    }

    public void increment(E constant) {
        add(constant, 1);
    }

    public void add(E constant, long count) {
        Objects.requireNonNull(counters.get(constant)).add(count);
    }

    /** Returns the current value of each counter, in the order of the enum. */
    public Map<E, Long> values() {
        var values = new EnumMap<E, Long>(type);
        counters.forEach((constant, counter) -> values.put(constant, counter.sum()));
        return values;
    }
}
