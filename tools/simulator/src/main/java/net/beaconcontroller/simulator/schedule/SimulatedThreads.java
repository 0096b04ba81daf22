package net.beaconcontroller.simulator.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import net.beaconcontroller.api.concurrent.Steps;
import net.beaconcontroller.api.concurrent.ThreadHandle;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.api.concurrent.Time;

/** Threads that a {@link Scheduler} runs, and its clock. */
public final class SimulatedThreads implements Threads {
    /** The wall clock at the start of each world. */
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private final Scheduler scheduler;
    private final Time time = new VirtualTime();
    private final Map<String, Integer> generators = new HashMap<>();

    public SimulatedThreads(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    private final class VirtualTime implements Time {
        @Override
        public long nanos() {
            return scheduler.nowNanos();
        }

        @Override
        public Instant now() {
            return BEGIN.plusNanos(scheduler.nowNanos());
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            long end = scheduler.nowNanos() + duration.toNanos();
            while (scheduler.nowNanos() < end) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                scheduler.current().await(end - scheduler.nowNanos());
            }
        }

        @Override
        public RandomGenerator random(String purpose) {
            return scheduler.random(purpose + " " + generators.merge(purpose, 1, Integer::sum));
        }
    }

    @Override
    public Time time() {
        return time;
    }

    @Override
    public ThreadHandle newThread(String name, Steps steps) {
        return new Actor(scheduler, name, () -> run(steps));
    }

    /** Runs steps; between them the scheduler chooses who continues, to which this thread yields. */
    @SuppressWarnings("ThreadPriorityCheck")
    private void run(Steps steps) {
        steps.bind();
        try {
            for (long nanos = steps.step(); nanos != Steps.END; nanos = steps.step()) {
                // A step may have interrupted this thread, and an interrupted thread does not wait.
                var _ = Thread.interrupted();
                if (nanos > 0) {
                    scheduler.current().await(nanos);
                } else {
                    Thread.yield();
                }
            }
        } finally {
            steps.end();
        }
    }

    @Override
    public ThreadHandle newBlockingThread(String name, Runnable task) {
        return new Actor(scheduler, name, task);
    }

    @Override
    public ExecutorService newBlockingExecutor(String name) {
        return Executors.newThreadPerTaskExecutor(task -> new Actor(scheduler, name, task).thread());
    }

    @Override
    public void after(Duration delay, Runnable task) {
        scheduler.at(scheduler.nowNanos() + delay.toNanos(), () -> new Actor(scheduler, "delayed task", task).start());
    }
}
