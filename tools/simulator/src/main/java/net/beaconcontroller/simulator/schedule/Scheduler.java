package net.beaconcontroller.simulator.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.api.concurrent.TimerQueue;
import org.jspecify.annotations.Nullable;

/**
 * Runs the threads of a simulated world, {@link Actor}s, one at a time on the thread that calls {@link #run}. Each
 * continues until it waits: for the clock, for another actor, or at the end of a step. A generator of random numbers
 * chooses which of those that can continue does so next; now and then, it delays one of them. The clock advances by a
 * few microseconds with each choice, and to the next timer when no actor can continue. So a seed determines all that
 * happens.
 *
 * <p>All methods are for the thread of {@link #run} and for its actors, which it carries, but {@link #stepNanos}.
 */
public final class Scheduler {
    private static final long NOT_RUNNING = -1;
    /** The virtual time that a step takes at least, and less than which it takes more. */
    private static final long STEP_NANOS = 500;

    private static final int STEP_SPREAD_NANOS = 4_000;

    /** One step of so many is delayed, as if the machine were busy. */
    private static final int STALLS = 400;

    private static final long MAX_STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(30);

    private static final int SHOWN_CALLS = 3;

    private final long seed;
    private final SplittableRandom choices;
    private final TimerQueue timers = new TimerQueue();
    private final List<Actor> runnable = new ArrayList<>();
    private final List<Actor> actors = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    /** The time of the machine at which the present step began. */
    private final AtomicLong stepBegan = new AtomicLong(NOT_RUNNING);

    private @Nullable Thread carrier;
    private @Nullable Actor current;
    private long nowNanos;
    private long steps;
    private long fingerprint;
    private int numbers;
    private boolean woken;

    public Scheduler(long seed) {
        this.seed = seed;
        this.choices = new SplittableRandom(seed);
    }

    /** Returns a generator of random numbers for a purpose, independent of those for others. */
    public RandomGenerator random(String purpose) {
        return new SplittableRandom(seed * 31 + purpose.hashCode());
    }

    /** Returns the virtual time since the world began. */
    public long nowNanos() {
        return nowNanos;
    }

    /** Returns how many steps all actors have made. */
    public long steps() {
        return steps;
    }

    /** Returns a number that differs if an actor has made a step at another time or in another order. */
    public long fingerprint() {
        return fingerprint;
    }

    /** Returns whether a timer of the machine has continued an actor: what happens then depends on the machine, too. */
    public boolean usedOtherClock() {
        return woken;
    }

    /** Returns the actors that have not ended. */
    public List<Actor> actors() {
        return List.copyOf(actors);
    }

    /** Returns the actor that makes the present step. */
    public Actor current() {
        if (current == null) {
            throw new IllegalStateException("no actor runs");
        }
        return current;
    }

    /** Returns for how long the machine has been busy with the present step. Safe for use by any thread. */
    public long stepNanos() {
        long began = stepBegan.get();
        return began == NOT_RUNNING ? 0 : Math.max(0, System.nanoTime() - began);
    }

    /** Runs a task at a time, or at once if that has passed. It must not block. */
    public Cancellable at(long nanos, Runnable task) {
        return timers.add(nanos, task);
    }

    /**
     * Runs an actor, and all others that it causes, until it ends.
     *
     * @throws IllegalStateException if no actor can continue any more
     */
    public void run(String name, Runnable task) {
        if (carrier != null) {
            throw new IllegalStateException("a scheduler runs once");
        }
        carrier = Thread.currentThread();
        var main = new Actor(this, name, task);
        main.start();
        try {
            while (!main.hasEnded()) {
                step();
            }
        } finally {
            stepBegan.set(NOT_RUNNING);
        }
    }

    private void step() {
        if (isIdle()) {
            long nanos = timers.nanosToNext(nowNanos);
            if (nanos == Long.MAX_VALUE) {
                throw new IllegalStateException("all threads wait for each other: " + actors);
            }
            nowNanos += Math.max(0, nanos);
        }
        stepBegan.set(System.nanoTime());
        for (Runnable due = timers.poll(nowNanos); due != null; due = timers.poll(nowNanos)) {
            due.run();
        }
        Actor next = choose();
        if (next != null) {
            steps++;
            nowNanos += STEP_NANOS + choices.nextInt(STEP_SPREAD_NANOS);
            fingerprint = fingerprint * 31 + nowNanos * 17 + next.number();
            current = next;
            next.resume();
            current = null;
        }
    }

    private synchronized boolean isIdle() {
        return runnable.isEmpty();
    }

    private synchronized @Nullable Actor choose() {
        if (runnable.isEmpty()) {
            return null;
        }
        Actor next = runnable.remove(choices.nextInt(runnable.size()));
        if (choices.nextInt(STALLS) == 0) {
            timers.add(nowNanos + choices.nextLong(MAX_STALL_NANOS), () -> ready(next));
            return null;
        }
        return next;
    }

    /** Called when an actor can continue: by the carrier, but for timed waits by which the JDK's clock ends. */
    synchronized void ready(Actor actor) {
        Thread caller = Thread.currentThread();
        woken |= caller != carrier && !caller.isVirtual();
        runnable.add(actor);
    }

    int nextNumber() {
        return numbers++;
    }

    /** Returns what ended actors that had not caught it. */
    public List<String> failures() {
        return failures;
    }

    void failed(Actor actor, Throwable cause) {
        failures.add("thread %s has ended: %s at %s"
                .formatted(
                        actor,
                        cause,
                        Stream.of(cause.getStackTrace()).limit(SHOWN_CALLS).toList()));
    }

    void add(Actor actor) {
        actors.add(actor);
    }

    void remove(Actor actor) {
        actors.remove(actor);
    }
}
