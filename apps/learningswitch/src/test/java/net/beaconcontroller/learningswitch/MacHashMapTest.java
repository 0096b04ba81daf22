package net.beaconcontroller.learningswitch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MacHashMapTest {
    private static final int ALL_PARTS = 256;

    private int expiredFrom = 1 << 16;
    private final MacHashMap table = new MacHashMap(value -> value >= expiredFrom);

    @Test
    void returnsTheLastValueOfAnAddress() {
        assertThat(table.get(0xa)).isEqualTo(MacHashMap.NONE);
        assertThat(table.put(0xa, 3)).isEqualTo(MacHashMap.NONE);
        assertThat(table.put(0xa, 0xffff)).isEqualTo(3);
        assertThat(table.get(0xa)).isEqualTo(0xffff);
        assertThat(table.size()).isEqualTo(1);
    }

    @Test
    void supportsTheLowestAndTheHighestAddress() {
        assertThat(table.get(0)).isEqualTo(MacHashMap.NONE);
        table.put(0, 1);
        table.put(0xffff_ffff_ffffL, 2);
        assertThat(table.get(0)).isEqualTo(1);
        assertThat(table.get(0xffff_ffff_ffffL)).isEqualTo(2);
    }

    @Test
    void behavesLikeAHashMapUnderRandomPutsAndSweeps() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        Map<Long, Integer> expected = new HashMap<>();
        for (int step = 0; step < 300_000; step++) {
            if (random.nextInt(30_000) == 0) {
                expiredFrom = 1 + random.nextInt(1 << 16);
                table.sweep(0, ALL_PARTS);
                expected.values().removeIf(value -> value >= expiredFrom);
                expiredFrom = 1 << 16;
                if (random.nextBoolean()) {
                    table.trim();
                }
                assertThat(table.size()).as("seed %d, step %d", seed, step).isEqualTo(expected.size());
            }
            long address = random.nextInt(20_000) * 0x10001L;
            int value = 1 + random.nextInt((1 << 16) - 1);
            Integer before = expected.put(address, value);
            assertThat(table.put(address, value))
                    .as("seed %d, step %d", seed, step)
                    .isEqualTo(before == null ? MacHashMap.NONE : before);
        }
        for (long address = 0; address < 20_000 * 0x10001L; address += 0x10001L) {
            assertThat(table.get(address))
                    .as("seed %d", seed)
                    .isEqualTo(expected.getOrDefault(address, MacHashMap.NONE));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 10_000, 100_000, 1_000_000})
    void usesAtMost16BytesPerEntry(int entries) {
        for (long address = 0; address < entries; address++) {
            table.put(address << 8 | 7, 1);
        }
        assertThat((double) table.bytes() / table.size()).isBetween(8.0, 16.0);
    }

    @Test
    void shrinksWhenMostEntriesAreRemoved() {
        for (long address = 0; address < 100_000; address++) {
            table.put(address, address < 100 ? 1 : 2);
        }
        expiredFrom = 2;
        table.sweep(0, ALL_PARTS);
        table.trim();
        assertThat(table.size()).isEqualTo(100);
        assertThat(table.bytes()).isLessThan(10_000);
        assertThat(table.get(99)).isEqualTo(1);
    }

    @Test
    void sweepsOnlyTheGivenParts() {
        for (long address = 0; address < 10_000; address++) {
            table.put(address, 9);
        }
        expiredFrom = 9;
        table.sweep(0, ALL_PARTS / 2);
        assertThat(table.size()).isBetween(4_000, 6_000);
        table.sweep(ALL_PARTS / 2, ALL_PARTS);
        assertThat(table.size()).isZero();
    }

    @Test
    void removesExpiredEntriesWhenItGrows() {
        for (long address = 0; address < 42; address++) {
            table.put(address, 9);
        }
        expiredFrom = 9;
        table.put(100, 1);
        table.put(101, 1);
        assertThat(table.size()).isLessThanOrEqualTo(2);
        assertThat(table.get(100)).isEqualTo(1);
    }
}
