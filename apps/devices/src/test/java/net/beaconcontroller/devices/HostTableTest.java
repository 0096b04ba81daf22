package net.beaconcontroller.devices;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class HostTableTest {
    private static final long SEED = 20261123;

    private final HostTable table = new HostTable();

    private static Host host(long key) {
        return new Host(key, new ClockAnchor(Instant.EPOCH, 0), 0);
    }

    @Test
    void agreesWithAMapAfterRandomChanges() {
        var random = new SplittableRandom(SEED);
        Map<Long, Host> expected = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            long key = random.nextLong(1, 2000);
            if (random.nextInt(3) > 0) {
                Host host = host(key);
                table.put(host);
                expected.put(key, host);
            } else {
                table.remove(key);
                expected.remove(key);
            }
            long asked = random.nextLong(2002);
            assertThat(table.get(asked)).as("seed %d, step %d", SEED, i).isSameAs(expected.get(asked));
        }
        assertThat(table.size()).isEqualTo(expected.size());
        assertThat(table.hosts()).containsExactlyInAnyOrderElementsOf(expected.values());
    }

    @Test
    void aReaderFindsHostsThatStayWhileOthersComeAndGo() throws Exception {
        long staying = 500;
        for (long key = 1; key <= staying; key++) {
            table.put(host(key));
        }
        var done = new AtomicBoolean();
        Callable<Long> read = () -> {
            var random = new SplittableRandom(SEED);
            long wrong = 0;
            while (!done.get()) {
                long key = random.nextLong(1, 2 * staying);
                Host found = table.get(key);
                wrong += found == null ? key <= staying ? 1 : 0 : found.key() == key ? 0 : 1;
            }
            return wrong;
        };
        try (var executor = Executors.newSingleThreadExecutor()) {
            var wrong = executor.submit(read);
            var random = new SplittableRandom(SEED + 1);
            for (int i = 0; i < 1_000_000; i++) {
                long key = random.nextLong(staying + 1, 100_000);
                if (random.nextBoolean()) {
                    table.put(host(key));
                } else {
                    table.remove(key);
                }
            }
            done.set(true);
            assertThat(Objects.requireNonNull(wrong.get())).isZero();
        }
    }
}
