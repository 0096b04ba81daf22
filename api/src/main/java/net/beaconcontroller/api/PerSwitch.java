package net.beaconcontroller.api;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What an application keeps for each switch, such as a table of addresses. It is made when it is first asked for, and goes
 * with the switch, or with the application.
 *
 * <p>The values belong to the application's object and not to the switch, so that nothing of a stopped application stays
 * behind in a switch. Looking one up is two loads and a comparison. Values of switches that are gone are dropped when the
 * next is made.
 *
 * @param <T> what is kept; used on the switch's loop only, it needs no lock
 */
public final class PerSwitch<T> {
    private record Entry<T>(Switch owner, T value) {}

    private final Supplier<? extends T> maker;

    /** By the switch's index. Changed under the lock, read without: entries are immutable and their owner is checked. */
    private @Nullable Entry<T>[] entries;

    private PerSwitch(Supplier<? extends T> maker) {
        this.maker = maker;
        this.entries = newEntries(0);
    }

    /** Keeps what {@code maker} makes, which is called once for each switch, on its loop. */
    public static <T> PerSwitch<T> of(Supplier<? extends T> maker) {
        return new PerSwitch<>(maker);
    }

    /** The value of this switch. */
    public T of(Switch sw) {
        @Nullable Entry<T>[] seen = entries;
        int index = sw.index();
        if (index < seen.length) {
            Entry<T> entry = seen[index];
            if (entry != null && entry.owner == sw) {
                return entry.value;
            }
        }
        return make(sw);
    }

    private synchronized T make(Switch sw) {
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
        T value = maker.get();
        entries[index] = new Entry<>(sw, value);
        return value;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <T> @Nullable Entry<T>[] newEntries(int length) {
        return new Entry[length];
    }
}
