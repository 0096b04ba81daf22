package net.beaconcontroller.api;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value for each switch, such as a table of addresses. The value is created when it is first requested. It becomes
 * unreachable with its switch, or with the application.
 *
 * <p>The values belong to the application's object and not to the switch, so that a stopped application leaves nothing
 * in a switch. A lookup costs two loads and a comparison. Values of disconnected switches are removed when another
 * value is created.
 *
 * @param <T> the type of the values; a value that is only used on its switch's loop needs no lock
 */
public final class PerSwitch<T> {
    private record Entry<T>(Switch owner, T value) {}

    private final Supplier<? extends T> factory;

    /** By switch index. Changed under the lock, read without: entries are immutable and have their owner checked. */
    private @Nullable Entry<T>[] entries;

    private PerSwitch(Supplier<? extends T> factory) {
        this.factory = factory;
        this.entries = newEntries(0);
    }

    /**
     * Returns an object without values.
     *
     * @param factory creates the value of a switch; called once for each switch, by the thread that first requests the
     *     value
     */
    public static <T> PerSwitch<T> of(Supplier<? extends T> factory) {
        return new PerSwitch<>(factory);
    }

    /** Returns the value of a switch, and creates it if there is none. */
    public T of(Switch sw) {
        @Nullable Entry<T>[] current = entries;
        int index = sw.index();
        if (index < current.length) {
            Entry<T> entry = current[index];
            if (entry != null && entry.owner == sw) {
                return entry.value;
            }
        }
        return create(sw);
    }

    /**
     * Returns a snapshot of the values of all connected switches. May be called from any thread; but what a value
     * contains may only be read there if the value is safe for use by several threads, as an immutable record or an
     * {@code AtomicLong} is. Otherwise read it on its switch's loop, with {@link Switch#execute}.
     */
    public synchronized Map<Switch, T> snapshot() {
        var values = new LinkedHashMap<Switch, T>();
        for (Entry<T> entry : entries) {
            if (entry != null && entry.owner.isConnected()) {
                values.put(entry.owner, entry.value);
            }
        }
        return values;
    }

    private synchronized T create(Switch sw) {
        int index = sw.index();
        if (index >= entries.length) {
            entries = Arrays.copyOf(entries, Math.max(index + 1, 2 * entries.length));
        }
        Entry<T> present = entries[index];
        if (present != null && present.owner == sw) {
            return present.value;
        }
        for (int i = 0; i < entries.length; i++) {
            Entry<T> entry = entries[i];
            if (entry != null && !entry.owner.isConnected()) {
                entries[i] = null;
            }
        }
        T value = factory.get();
        entries[index] = new Entry<>(sw, value);
        return value;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <T> @Nullable Entry<T>[] newEntries(int length) {
        return new Entry[length];
    }
}
