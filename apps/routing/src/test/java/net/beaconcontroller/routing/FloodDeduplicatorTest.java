package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;

class FloodDeduplicatorTest {
    private static final SwitchPort HERE = new SwitchPort(1, 1);
    private static final SwitchPort THERE = new SwitchPort(2, 1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final FloodDeduplicator deduplicator = new FloodDeduplicator();
    private final byte[] frame = {1, 2, 3, 4, 5};

    private boolean isDuplicate(SwitchPort at, long nanos) {
        return deduplicator.isDuplicate(frame, 1, 3, at, nanos);
    }

    @Test
    void aFrameAtAnotherPortIsADuplicate() {
        assertThat(isDuplicate(HERE, 0)).isFalse();
        assertThat(isDuplicate(THERE, SECOND)).isTrue();
        assertThat(isDuplicate(HERE, SECOND)).as("repetition at the same port").isFalse();
    }

    @Test
    void aFrameIsForgottenAfterTwoSeconds() {
        assertThat(isDuplicate(HERE, 0)).isFalse();
        assertThat(isDuplicate(THERE, 2 * SECOND)).isFalse();
    }

    @Test
    void comparesAllBytesOfTheFrame() {
        assertThat(isDuplicate(HERE, 0)).isFalse();
        frame[0] = 9;
        frame[4] = 9;
        assertThat(isDuplicate(THERE, 1)).as("change outside the frame").isTrue();
        frame[2] = 9;
        assertThat(isDuplicate(THERE, 2)).isFalse();
    }
}
