package net.beaconcontroller.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongToIntFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SeededHashTest {
    private static final int COUNT = 32_768;

    /** Returns the number of different hash codes of numbers for which {@link Long#hashCode} is 0. */
    private static long distinct(LongToIntFunction hashCode) {
        return LongStream.range(0, COUNT)
                .map(i -> i << 32 | i)
                .mapToInt(hashCode)
                .distinct()
                .count();
    }

    @Test
    void numbersWithTheSameHashCodeInARecordHaveDifferentOnes() {
        assertThat(distinct(number -> SeededHash.of(number, 1))).isGreaterThan(COUNT - 100);
        assertThat(distinct(number -> SeededHash.of(1, number))).isGreaterThan(COUNT - 100);
        assertThat(distinct(number -> SeededHash.of(number, 1, 1))).isGreaterThan(COUNT - 100);
        assertThat(distinct(number -> SeededHash.of(1, number, 1))).isGreaterThan(COUNT - 100);
        assertThat(distinct(number -> SeededHash.of(1, 1, number))).isGreaterThan(COUNT - 100);
    }

    @Test
    void addressesUseIt() {
        assertThat(distinct(low -> new Ipv6Address(1, low).hashCode())).isGreaterThan(COUNT - 100);
    }
}
