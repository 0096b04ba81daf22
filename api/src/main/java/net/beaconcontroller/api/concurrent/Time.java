package net.beaconcontroller.api.concurrent;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * The clocks, and random numbers for other purposes than secrets. Code that takes them from here, and its threads from
 * {@link Threads}, behaves the same each time it runs with the same clock and numbers. Keys, tokens and other secrets
 * come from {@link java.security.SecureRandom} instead. Thread-safe.
 */
public interface Time {
    /** Returns the clocks of the system, and random numbers that differ in each run. */
    static Time system() {
        return SystemTime.INSTANCE;
    }

    /** Returns the time that has passed since an arbitrary origin, as {@link System#nanoTime} does; it may overflow. */
    long nanos();

    /** Returns the date and time. It may jump when the clock of the machine is set. */
    Instant now();

    /** Blocks the calling thread, which must be one that may block, for a duration. */
    void sleep(Duration duration) throws InterruptedException;

    /**
     * Returns a new generator of random numbers, for one thread at a time.
     *
     * @param purpose of the numbers: generators for different purposes are independent of each other
     */
    RandomGenerator random(String purpose);
}
