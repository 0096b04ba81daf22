package net.beaconcontroller.testkit;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import net.beaconcontroller.api.Registration;

/** Timers in virtual time. For one thread. */
final class VirtualTimers {
    private static final class Timer implements Registration {
        final Runnable task;
        /** 0 for a timer that runs once. */
        final long periodNanos;

        final long sequence;
        long dueNanos;
        boolean closed;

        Timer(Runnable task, long periodNanos, long sequence, long dueNanos) {
            this.task = task;
            this.periodNanos = periodNanos;
            this.sequence = sequence;
            this.dueNanos = dueNanos;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private final Queue<Timer> timers = new PriorityQueue<>(
            Comparator.<Timer>comparingLong(timer -> timer.dueNanos).thenComparingLong(timer -> timer.sequence));

    private long nowNanos;
    private long nextSequence;

    Registration after(Duration delay, Runnable task) {
        return add(delay, task, 0);
    }

    Registration every(Duration period, Runnable task) {
        return add(period, task, period.toNanos());
    }

    private Registration add(Duration delay, Runnable task, long periodNanos) {
        var timer = new Timer(task, periodNanos, nextSequence++, nowNanos + delay.toNanos());
        timers.add(timer);
        return timer;
    }

    /** Advances the time and runs the tasks that become due, in the order of their times. */
    void elapse(Duration time) {
        long end = nowNanos + time.toNanos();
        for (Timer next = timers.peek(); next != null && next.dueNanos <= end; next = timers.peek()) {
            timers.remove();
            nowNanos = next.dueNanos;
            if (!next.closed) {
                next.task.run();
            }
            if (!next.closed && next.periodNanos > 0) {
                next.dueNanos += next.periodNanos;
                timers.add(next);
            }
        }
        nowNanos = end;
    }
}
