package net.beaconcontroller.devices;

import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What is to be done at some time, in its order. For one thread; adding, taking away and running take logarithmic time. */
final class Timers {
    /** A task and its time, as {@link System#nanoTime} counts; the number tells those of the same time apart. */
    record Timer(long atNanos, long number, Runnable task) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            long later = atNanos - other.atNanos; // nanoTime may overflow
            return Long.signum(later == 0 ? number - other.number : later);
        }
    }

    private final TreeSet<Timer> pending = new TreeSet<>();
    private long last;

    Timer at(long nanos, Runnable task) {
        var timer = new Timer(nanos, ++last, task);
        pending.add(timer);
        return timer;
    }

    void cancel(Timer timer) {
        pending.remove(timer);
    }

    /** Takes out the next task that is due. Null if there is none. */
    @Nullable
    Runnable pollDue(long nowNanos) {
        if (nanosToNext(nowNanos) > 0) {
            return null;
        }
        return pending.removeFirst().task();
    }

    /** How long until the next is due: 0 or less if it is, {@link Long#MAX_VALUE} if there is none. */
    long nanosToNext(long nowNanos) {
        return pending.isEmpty() ? Long.MAX_VALUE : pending.first().atNanos() - nowNanos;
    }
}
