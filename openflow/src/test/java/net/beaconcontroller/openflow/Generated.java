package net.beaconcontroller.openflow;

import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Checks a property with generated input. The error message of a failed check has the seed of the input; {@code
 * -Dgenerated.seed=SEED} repeats the check with that input alone.
 */
public final class Generated {
    private static final String SEED = "generated.seed";

    private Generated() {}

    /** Runs the check with inputs from different seeds. */
    public static void forEach(int tries, Consumer<RandomGenerator> check) {
        Long seed = Long.getLong(SEED);
        if (seed != null) {
            check.accept(new SplittableRandom(seed));
            return;
        }
        var seeds = new SplittableRandom();
        for (int i = 0; i < tries; i++) {
            run(seeds.nextLong(), check);
        }
    }

    private static void run(long seed, Consumer<RandomGenerator> check) {
        try {
            check.accept(new SplittableRandom(seed));
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("failed with -D%s=%d: %s".formatted(SEED, seed, e.getMessage()), e);
        }
    }
}
