package net.beaconcontroller.core;

import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The tasks of one loop that are to be run later. For the loop's thread only. */
final class Timers {
    /** A task and its time. */
    static final class Timer implements Comparable<Timer> {
        private final long dueNanos;
        private final @Nullable Object owner;
        private @Nullable Runnable task;

        private Timer(long dueNanos, @Nullable Object owner, Runnable task) {
            this.dueNanos = dueNanos;
            this.owner = owner;
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
    private final Consumer<Throwable> failed;

    /**
     * Begins without any.
     *
     * @param failed is told what a task threw
     */
    Timers(Consumer<Throwable> failed) {
        this.failed = failed;
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

    /** Runs what is due, and returns how many those were. */
    int expire(long nowNanos) {
        int count = 0;
        for (Timer next = queue.peek(); next != null && next.dueNanos - nowNanos <= 0; next = queue.peek()) {
            queue.remove();
            Runnable task = next.task;
            if (task != null) {
                count++;
                run(task);
            }
        }
        return count;
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            failed.accept(e);
        }
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
