package net.beaconcontroller.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortHistoryTest {
    private static final int SAMPLE_BYTES = 8;

    private final HistoryMemory memory = new HistoryMemory(1 << 20);
    private long second;

    private void add(PortHistory history, long... ports) {
        second++;
        history.add(
                Instant.ofEpochSecond(second),
                Arrays.stream(ports)
                        .mapToObj(port ->
                                new PortRate(1, port, "", 0, Instant.EPOCH, 10 * second + port, second, 0, 0, 0, 0))
                        .toList());
    }

    private void add(PortHistory history, int count) {
        for (int i = 0; i < count; i++) {
            add(history, 1L);
        }
    }

    private static List<Long> seconds(PortHistory history, long port) {
        return history.of(port).stream()
                .map(sample -> sample.time().getEpochSecond())
                .toList();
    }

    @Test
    void keepsTheNewestSamplesInTheirOrder() {
        var history = new PortHistory(20, memory);
        add(history, 50);
        assertThat(seconds(history, 1)).hasSize(20).isSorted().endsWith(50L);
        assertThat(history.of(1).getLast()).isEqualTo(new PortSample(Instant.ofEpochSecond(50), 501, 50));
    }

    @Test
    void growsWithTheSamples() {
        var history = new PortHistory(1_000, memory);
        add(history, 40);
        assertThat(seconds(history, 1)).hasSize(40).startsWith(1L);
        assertThat(memory.used()).isEqualTo(64 * SAMPLE_BYTES);
    }

    @Test
    void keepsItsLengthWhenTheMemoryIsUsedUp() {
        var small = new HistoryMemory(32 * SAMPLE_BYTES);
        var history = new PortHistory(1_000, small);
        add(history, 100);
        assertThat(seconds(history, 1)).hasSize(32).endsWith(100L);
        add(history, 1L, 2L);
        assertThat(history.of(2)).isEmpty();
        assertThat(history.of(1)).hasSize(32);
        assertThat(small.used()).isEqualTo(32 * SAMPLE_BYTES);
    }

    @Test
    void theRatesOfANewPortAreUnknownBefore() {
        var history = new PortHistory(100, memory);
        add(history, 1L);
        add(history, 1L, 2L);
        assertThat(history.of(2)).extracting(PortSample::receivedBits).containsExactly(Double.NaN, 22.0);
    }

    @Test
    void forgetsAPortThatIsGoneAndReleasesItsMemory() {
        var history = new PortHistory(100, memory);
        add(history, 1L, 2L);
        add(history, 1L);
        assertThat(history.of(2)).isEmpty();
        assertThat(memory.used()).isEqualTo(16 * SAMPLE_BYTES);
        history.close();
        assertThat(memory.used()).isZero();
    }
}
