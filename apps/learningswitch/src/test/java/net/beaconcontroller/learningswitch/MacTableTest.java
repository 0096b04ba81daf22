package net.beaconcontroller.learningswitch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MacTableTest {
    private final MacTable table = new MacTable();

    @Test
    void knowsThePortOnWhichAnAddressWasLastHeard() {
        assertThat(table.portOf(-1, 0xa)).isEqualTo(MacTable.UNKNOWN);
        assertThat(table.learn(-1, 0xa, 3)).isFalse();
        assertThat(table.portOf(-1, 0xa)).isEqualTo(3);
        assertThat(table.learn(-1, 0xa, 3)).isFalse();
        assertThat(table.learn(-1, 0xa, 4)).as("it has moved").isTrue();
        assertThat(table.portOf(-1, 0xa)).isEqualTo(4);
        assertThat(table.size()).isEqualTo(1);
    }

    @Test
    void keepsVlansApartAndPriorityTagsWithUntaggedFrames() {
        table.learn(5, 0xa, 1);
        table.learn(6, 0xa, 2);
        table.learn(0, 0xa, 3);
        assertThat(table.portOf(5, 0xa)).isEqualTo(1);
        assertThat(table.portOf(6, 0xa)).isEqualTo(2);
        assertThat(table.portOf(-1, 0xa)).isEqualTo(3);
        assertThat(table.portOf(7, 0xa)).isEqualTo(MacTable.UNKNOWN);
    }

    @Test
    void holdsTheAddressZeroAndPortsOf32Bits() {
        table.learn(-1, 0, 0xfffffffeL);
        assertThat(table.portOf(-1, 0)).isEqualTo(0xfffffffeL);
    }

    @Test
    void forgetsAllAddressesOfAPortAndNoOthers() {
        for (int i = 0; i < 1000; i++) {
            table.learn(-1, i, i % 3);
        }
        table.forget(1);
        for (int i = 0; i < 1000; i++) {
            assertThat(table.portOf(-1, i)).isEqualTo(i % 3 == 1 ? MacTable.UNKNOWN : i % 3);
        }
    }

    @Test
    void agreesWithAHashMap() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        Map<Long, Long> expected = new HashMap<>();
        for (int i = 0; i < 200_000; i++) {
            long address = random.nextInt(20_000) * 0x10001L;
            long port = random.nextInt(48);
            Long before = expected.put(address, port);
            assertThat(table.learn(9, address, port))
                    .as("seed %d, step %d", seed, i)
                    .isEqualTo(before != null && before != port);
        }
        expected.forEach((address, port) ->
                assertThat(table.portOf(9, address)).as("seed %d", seed).isEqualTo(port));
        assertThat(table.size()).isEqualTo(expected.size());
    }

    @Test
    void isBounded() {
        for (long i = 0; i < 1_100_000; i++) {
            table.learn(-1, i, 1);
        }
        assertThat(table.size()).isLessThanOrEqualTo(1 << 20);
        assertThat(table.portOf(-1, 1_099_999))
                .as("what was heard last is known")
                .isEqualTo(1);
    }
}
