package net.beaconcontroller.api.concurrent;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tasks ordered by due time, in a binary heap. Timers of equal due time keep the order in which they were added. Each
 * timer knows its index in the heap, so {@link Timer#cancel} takes logarithmic time and releases the task at once;
 * adding timers in the order of their due times costs one comparison each. Unlike in a timer wheel, nothing has to be
 * tuned.
 *
 * <p>Due times are those of {@link System#nanoTime} and may overflow. Not thread-safe: one thread at a time may use the
 * queue and the timers in it.
 */
public final class TimerQueue {
    /** An object that has timers in a queue, which {@link TimerQueue#removeAll} removes together: a linked list. */
    public static class Owner {
        private @Nullable Timer first;
        private @Nullable Timer last;

        private void link(Timer timer) {
            timer.previous = last;
            timer.next = null;
            if (last == null) {
                first = timer;
            } else {
                last.next = timer;
            }
            last = timer;
        }

        private void unlink(Timer timer) {
            Timer previous = timer.previous;
            Timer next = timer.next;
            if (previous == null) {
                first = next;
            } else {
                previous.next = next;
            }
            if (next == null) {
                last = previous;
            } else {
                next.previous = previous;
            }
            timer.previous = null;
            timer.next = null;
        }
    }

    /** A task and its due time. */
    public static final class Timer implements Runnable, Cancellable {
        private final long dueNanos;
        private final @Nullable Owner owner;
        private @Nullable Timer previous;
        private @Nullable Timer next;
        private @Nullable Runnable task;
        private @Nullable TimerQueue queue;
        private long sequence;
        private int index;

        private Timer(long dueNanos, @Nullable Owner owner, Runnable task) {
            this.dueNanos = dueNanos;
            this.owner = owner;
            this.task = task;
        }

        /** Returns the owner that {@link TimerQueue#add(long, Owner, Runnable)} was given, or null. */
        public @Nullable Owner owner() {
            return owner;
        }

        /** Runs the task, unless it has run or was cancelled. */
        @Override
        public void run() {
            Runnable due = task;
            task = null;
            if (due != null) {
                due.run();
            }
        }

        @Override
        public void cancel() {
            task = null;
            if (queue != null) {
                queue.remove(this);
            }
        }

        private boolean isBefore(Timer other) {
            long nanos = dueNanos - other.dueNanos;
            return nanos == 0 ? sequence < other.sequence : nanos < 0;
        }
    }

    private final ArrayList<Timer> heap = new ArrayList<>();
    private long nextSequence;

    /** Adds a timer without an owner. */
    public Timer add(long dueNanos, Runnable task) {
        return add(dueNanos, null, task);
    }

    /**
     * Adds a timer.
     *
     * @param owner selects the timers that {@link #removeAll} removes; null for none
     */
    public Timer add(long dueNanos, @Nullable Owner owner, Runnable task) {
        var timer = new Timer(dueNanos, owner, task);
        insert(timer);
        return timer;
    }

    /**
     * Removes all timers of an owner, which has none in another queue, and returns them in order, for {@link #addAll}
     * of another queue. The time depends on their number, and only logarithmically on that of the other timers.
     */
    public List<Timer> removeAll(Owner owner) {
        var removed = new ArrayList<Timer>();
        for (Timer timer = owner.first; timer != null; timer = owner.first) {
            remove(timer);
            removed.add(timer);
        }
        return removed;
    }

    /** Adds timers that were removed from another queue, except those cancelled since. */
    public void addAll(List<Timer> timers) {
        for (Timer timer : timers) {
            if (timer.task != null) {
                insert(timer);
            }
        }
    }

    /** Removes and returns the first timer that is due, or null if none is. The caller runs it. */
    public @Nullable Timer poll(long nowNanos) {
        if (nanosToNext(nowNanos) > 0) {
            return null;
        }
        Timer first = heap.getFirst();
        remove(first);
        return first;
    }

    /**
     * Returns the time until the first timer is due: 0 or less if it is, {@link Long#MAX_VALUE} if the queue is empty.
     */
    public long nanosToNext(long nowNanos) {
        return heap.isEmpty() ? Long.MAX_VALUE : heap.getFirst().dueNanos - nowNanos;
    }

    private void insert(Timer timer) {
        timer.queue = this;
        if (timer.owner != null) {
            timer.owner.link(timer);
        }
        timer.sequence = nextSequence++;
        heap.add(timer);
        siftUp(heap.size() - 1, timer);
    }

    private void remove(Timer timer) {
        timer.queue = null;
        if (timer.owner != null) {
            timer.owner.unlink(timer);
        }
        Timer last = heap.removeLast();
        if (last != timer) {
            siftDown(timer.index, last);
            if (last.index == timer.index) {
                siftUp(timer.index, last);
            }
        }
    }

    private void siftUp(int start, Timer timer) {
        int index = start;
        while (index > 0 && timer.isBefore(heap.get((index - 1) / 2))) {
            set(index, heap.get((index - 1) / 2));
            index = (index - 1) / 2;
        }
        set(index, timer);
    }

    private void siftDown(int start, Timer timer) {
        int index = start;
        while (2 * index + 1 < heap.size()) {
            int child = 2 * index + 1;
            if (child + 1 < heap.size() && heap.get(child + 1).isBefore(heap.get(child))) {
                child++;
            }
            if (!heap.get(child).isBefore(timer)) {
                break;
            }
            set(index, heap.get(child));
            index = child;
        }
        set(index, timer);
    }

    private void set(int index, Timer timer) {
        heap.set(index, timer);
        timer.index = index;
    }
}
