package net.beaconcontroller.api.concurrent;

import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** The clocks of the JDK. */
final class SystemTime implements Time {
    static final Time INSTANCE = new SystemTime();

    private SystemTime() {}

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        Thread.sleep(duration);
    }

    @Override
    public RandomGenerator random(String purpose) {
        return new SplittableRandom();
    }
}
