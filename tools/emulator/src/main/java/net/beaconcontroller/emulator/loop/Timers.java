package net.beaconcontroller.emulator.loop;

import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * What is to happen later: a binary heap, the earliest on top, and of two for the same time the one that was set first. Timers
 * are set in the order they are due, as a rule, and then setting one costs a comparison. For one thread.
 */
final class Timers {
    /** A timer of the heap; it knows its place, so that cancelling it leaves nothing behind. */
    private final class Timer implements Cancelable {
        private final long dueNanos;
        private final long number;
        private final Runnable task;
        private int place;

        Timer(long dueNanos, long number, Runnable task) {
            this.dueNanos = dueNanos;
            this.number = number;
            this.task = task;
        }

        boolean isBefore(Timer other) {
            long ahead = other.dueNanos - dueNanos;
            return ahead > 0 || (ahead == 0 && number < other.number);
        }

        @Override
        public void cancel() {
            if (place >= 0) {
                remove(place);
            }
        }
    }

    private static final int GONE = -1;

    private final ArrayList<Timer> heap = new ArrayList<>();
    private long numbers;

    Cancelable set(long dueNanos, Runnable task) {
        var timer = new Timer(dueNanos, numbers++, task);
        heap.add(timer);
        rise(heap.size() - 1, timer);
        return timer;
    }

    /** How long until the first is due, 0 or less if it is; {@link Long#MAX_VALUE} if there is none. */
    long nanosToNext(long nowNanos) {
        return heap.isEmpty() ? Long.MAX_VALUE : heap.getFirst().dueNanos - nowNanos;
    }

    /** Takes the task of the first that is due; null if none is. */
    @Nullable
    Runnable takeDue(long nowNanos) {
        if (nanosToNext(nowNanos) > 0) {
            return null;
        }
        Timer first = heap.getFirst();
        remove(0);
        return first.task;
    }

    private void remove(int place) {
        heap.get(place).place = GONE;
        Timer last = heap.removeLast();
        if (place < heap.size()) {
            sink(place, last);
            if (last.place == place) {
                rise(place, last);
            }
        }
    }

    private void rise(int from, Timer timer) {
        int place = from;
        while (place > 0 && timer.isBefore(heap.get((place - 1) / 2))) {
            put(place, heap.get((place - 1) / 2));
            place = (place - 1) / 2;
        }
        put(place, timer);
    }

    private void sink(int from, Timer timer) {
        int place = from;
        while (2 * place + 1 < heap.size()) {
            int child = 2 * place + 1;
            if (child + 1 < heap.size() && heap.get(child + 1).isBefore(heap.get(child))) {
                child++;
            }
            if (!heap.get(child).isBefore(timer)) {
                break;
            }
            put(place, heap.get(child));
            place = child;
        }
        put(place, timer);
    }

    private void put(int place, Timer timer) {
        heap.set(place, timer);
        timer.place = place;
    }
}
