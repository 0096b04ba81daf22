package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;

class FloodDeduplicatorTest {
    private static final SwitchPort HERE = new SwitchPort(1, 1);
    private static final SwitchPort THERE = new SwitchPort(2, 1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final FloodDeduplicator guard = new FloodDeduplicator();
    private final byte[] frame = {1, 2, 3, 4, 5};

    private boolean isBack(SwitchPort at, long nanos) {
        return guard.isBack(frame, 1, 3, at, nanos);
    }

    @Test
    void aFrameThatComesInElsewhereIsBack() {
        assertThat(isBack(HERE, 0)).isFalse();
        assertThat(isBack(THERE, SECOND)).isTrue();
        assertThat(isBack(HERE, SECOND)).as("its host says it again").isFalse();
    }

    @Test
    void afterTwoSecondsItIsAnother() {
        assertThat(isBack(HERE, 0)).isFalse();
        assertThat(isBack(THERE, 2 * SECOND)).isFalse();
    }

    @Test
    void oneByteMakesTheDifference() {
        assertThat(isBack(HERE, 0)).isFalse();
        frame[0] = 9;
        frame[4] = 9;
        assertThat(isBack(THERE, 1)).as("bytes that are not of the frame").isTrue();
        frame[2] = 9;
        assertThat(isBack(THERE, 2)).isFalse();
    }
}
