package net.beaconcontroller.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class HashMixingTest {
    private static final int SAMPLES = 2_000;

    /** The first outputs of SplitMix64 that starts at 0, as its authors' code gives them. */
    @Test
    void mixesAsSplitMix64Does() {
        assertThat(HashMixing.mix(0)).isEqualTo(0xe220_a839_7b1d_cdafL);
        assertThat(HashMixing.mix(HashMixing.fibonacci(1))).isEqualTo(0x6e78_9e6a_a1b9_65f4L);
    }

    @Test
    void changesHalfOfTheBitsForEachBitOfTheInput() {
        assertThat(fewestChanges(HashMixing::mix, 0, 64)).isBetween(0.45, 0.5);
    }

    @Test
    void changesTheUpperBitsOfTwoStepsForEachBitOfTheInput() {
        assertThat(fewestChanges(key -> HashMixing.fibonacci(HashMixing.combine(7, key)), 48, 64))
                .isGreaterThan(0.2);
    }

    /**
     * Returns the lowest probability, over all input bits, that a changed input bit changes an output bit of a range.
     */
    private static double fewestChanges(LongUnaryOperator hash, int from, int to) {
        var random = new Random(1);
        double fewest = 1;
        for (int bit = 0; bit < 64; bit++) {
            long changes = 0;
            for (int i = 0; i < SAMPLES; i++) {
                long key = random.nextLong();
                long changed = hash.applyAsLong(key) ^ hash.applyAsLong(key ^ 1L << bit);
                changes += Long.bitCount(changed << (64 - to) >>> (64 - to + from));
            }
            fewest = Math.min(fewest, (double) changes / SAMPLES / (to - from));
        }
        return fewest;
    }

    @Test
    void spreadsConsecutiveKeysOverTheUpperBits() {
        var indexes = new HashSet<Long>();
        for (int key = 0; key < 256; key++) {
            indexes.add(HashMixing.fibonacci(key) >>> 56);
        }
        assertThat(indexes).as("of 256 slots").hasSizeGreaterThan(200);
    }

    @Test
    void combinesWordsInOrder() {
        long hash = HashMixing.combine(HashMixing.combine(0, 1), 2);
        assertThat(HashMixing.combine(HashMixing.combine(0, 2), 1)).isNotEqualTo(hash);
    }

    @Test
    void hashesAllBytesOfARangeAndNoOthers() {
        byte[] array = new byte[40];
        new Random(1).nextBytes(array);
        for (int length = 0; length < 20; length++) {
            var hashes = new HashSet<Long>();
            hashes.add(HashMixing.hash(1, array, 5, length));
            for (int at = 0; at < array.length; at++) {
                array[at]++;
                assertThat(hashes.add(HashMixing.hash(1, array, 5, length)))
                        .as("byte %d of %d is hashed", at - 5, length)
                        .isEqualTo(at >= 5 && at < 5 + length);
                array[at]--;
            }
        }
        assertThat(HashMixing.hash(1, new byte[3], 0, 3)).isNotEqualTo(HashMixing.hash(1, new byte[4], 0, 4));
    }
}
