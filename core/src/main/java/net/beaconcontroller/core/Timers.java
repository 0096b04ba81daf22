package net.beaconcontroller.core;

import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The tasks of one loop that are to be run later. For the loop's thread only. */
final class Timers {
    /** A task and its time. */
    static final class Timer implements Comparable<Timer> {
        private final long dueNanos;
        private @Nullable Runnable task;

        private Timer(long dueNanos, Runnable task) {
            this.dueNanos = dueNanos;
            this.task = task;
        }

        /** On the loop's thread. Lets go at once of all that the task holds on to. */
        void cancel() {
            task = null;
        }

        @Override
        public int compareTo(Timer other) {
            return Long.signum(dueNanos - other.dueNanos);
        }
    }

    private final PriorityQueue<Timer> queue = new PriorityQueue<>();

    Timer add(long dueNanos, Runnable task) {
        var timer = new Timer(dueNanos, task);
        queue.add(timer);
        return timer;
    }

    /** Runs what is due, and returns how many those were. */
    int expire(long nowNanos) {
        int count = 0;
        for (Timer next = queue.peek(); next != null && next.dueNanos - nowNanos <= 0; next = queue.peek()) {
            queue.remove();
            Runnable task = next.task;
            if (task != null) {
                task.run();
                count++;
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
