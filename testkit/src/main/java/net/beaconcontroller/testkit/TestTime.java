package net.beaconcontroller.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import net.beaconcontroller.api.concurrent.Time;

/**
 * A clock that a test sets. Random numbers are the same in each run.
 *
 * @param source returns the nanoseconds since the test began
 */
public record TestTime(LongSupplier source) implements Time {
    @Override
    public long nanos() {
        return source.getAsLong();
    }

    @Override
    public Instant now() {
        return Instant.EPOCH.plusNanos(nanos());
    }

    @Override
    public void sleep(Duration duration) {
        throw new UnsupportedOperationException("a test does not sleep");
    }

    @Override
    public RandomGenerator random(String purpose) {
        return new SplittableRandom(purpose.hashCode());
    }
}
