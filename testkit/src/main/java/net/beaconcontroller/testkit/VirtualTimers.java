package net.beaconcontroller.testkit;

import java.time.Duration;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.concurrent.TimerQueue;

/** Timers in virtual time. For one thread. */
final class VirtualTimers {
    private final TimerQueue timers = new TimerQueue();
    private long nowNanos;

    private final class PeriodicTask implements Registration {
        private final Runnable task;
        private final long periodNanos;
        private TimerQueue.Timer next;
        private boolean closed;

        PeriodicTask(Runnable task, long periodNanos) {
            this.task = task;
            this.periodNanos = periodNanos;
            this.next = timers.add(nowNanos + periodNanos, this::run);
        }

        private void run() {
            task.run();
            if (!closed) {
                next = timers.add(nowNanos + periodNanos, this::run);
            }
        }

        @Override
        public void close() {
            closed = true;
            next.cancel();
        }
    }

    Registration after(Duration delay, Runnable task) {
        return timers.add(nowNanos + delay.toNanos(), task)::cancel;
    }

    Registration every(Duration period, Runnable task) {
        return new PeriodicTask(task, period.toNanos());
    }

    /** Advances the time and runs the tasks that become due, in the order of their times. */
    void elapse(Duration time) {
        long end = nowNanos + time.toNanos();
        while (timers.nanosToNext(nowNanos) <= end - nowNanos) {
            nowNanos += Math.max(0, timers.nanosToNext(nowNanos));
            runDue();
        }
        nowNanos = end;
    }

    private void runDue() {
        Runnable due = timers.poll(nowNanos);
        if (due != null) {
            due.run();
        }
    }
}
