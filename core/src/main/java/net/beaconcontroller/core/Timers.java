package net.beaconcontroller.core;

import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tasks that are to be run later. For one thread at a time; a timer is cancelled by whom its task is for. */
final class Timers {
    /** A task and its time. */
    static final class Timer implements Comparable<Timer> {
        private final long dueNanos;
        private final @Nullable Object owner;
        private volatile @Nullable Runnable task;

        private Timer(long dueNanos, @Nullable Object owner, Runnable task) {
            this.dueNanos = dueNanos;
            this.owner = owner;
            this.task = task;
        }

        @Nullable
        Object owner() {
            return owner;
        }

        /** Runs the task, unless it was cancelled. */
        void run() {
            Runnable due = task;
            if (due != null) {
                due.run();
            }
        }

        /** By whom the task is for, so that it is not run any more. Lets go at once of all that the task holds on to. */
        void cancel() {
            task = null;
        }

        @Override
        public int compareTo(Timer other) {
            return Long.signum(dueNanos - other.dueNanos);
        }
    }

    private final PriorityQueue<Timer> queue = new PriorityQueue<>();
    private final Consumer<Timer> due;

    /**
     * Begins without any.
     *
     * @param due is given each when it is time, to run it
     */
    Timers(Consumer<Timer> due) {
        this.due = due;
    }

    /**
     * Has a task run at this time.
     *
     * @param owner whom {@link #takeAllOf} can be asked for; null for nobody
     */
    Timer add(long dueNanos, @Nullable Object owner, Runnable task) {
        var timer = new Timer(dueNanos, owner, task);
        queue.add(timer);
        return timer;
    }

    /** Gives up what is to be run for this owner. */
    List<Timer> takeAllOf(Object owner) {
        List<Timer> taken =
                queue.stream().filter(timer -> owner.equals(timer.owner)).toList();
        queue.removeAll(taken);
        return taken;
    }

    /** Takes over what others gave up. */
    void addAll(List<Timer> timers) {
        queue.addAll(timers);
    }

    /** Has run what is due, and returns how many those were. */
    int expire(long nowNanos) {
        int count = 0;
        for (Timer next = queue.peek(); next != null && next.dueNanos - nowNanos <= 0; next = queue.peek()) {
            queue.remove();
            if (next.task != null) {
                count++;
                due.accept(next);
            }
        }
        return count;
    }

    /** How long nothing is due, rounded up; 0 for ever, as a selector takes it. */
    long millisToNext(long nowNanos) {
        while (!queue.isEmpty() && queue.peek().task == null) {
            queue.remove();
        }
        Timer next = queue.peek();
        return next == null ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(next.dueNanos - nowNanos) + 1);
    }
}
