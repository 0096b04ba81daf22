package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import net.beaconcontroller.routing.FloodDeduplicator.Earlier;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;

class FloodDeduplicatorTest {
    private static final SwitchPort HERE = new SwitchPort(1, 1);
    private static final SwitchPort THERE = new SwitchPort(2, 1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final FloodDeduplicator deduplicator = new FloodDeduplicator();
    private final byte[] frame = {1, 2, 3, 4, 5};

    private Earlier receive(SwitchPort at, long nanos) {
        return deduplicator.receive(frame, 1, 3, at, nanos);
    }

    @Test
    void aFrameAtAnotherPortIsADuplicate() {
        assertThat(receive(HERE, 0)).isEqualTo(Earlier.NOWHERE);
        assertThat(receive(THERE, SECOND)).isEqualTo(Earlier.ELSEWHERE);
        assertThat(receive(HERE, SECOND)).as("repetition at the same port").isEqualTo(Earlier.HERE);
    }

    @Test
    void aFrameThatIsRepeatedAtOnceIsRememberedFromItsFirstTime() {
        assertThat(receive(HERE, 0)).isEqualTo(Earlier.NOWHERE);
        assertThat(receive(HERE, SECOND / 5)).isEqualTo(Earlier.HERE_AT_ONCE);
        assertThat(receive(HERE, 2 * SECOND / 5)).isEqualTo(Earlier.HERE);
        assertThat(receive(HERE, 3 * SECOND / 5)).isEqualTo(Earlier.HERE_AT_ONCE);
    }

    @Test
    void aFrameThatIsFoundIsNotRemembered() {
        assertThat(deduplicator.find(frame, 1, 3, HERE, 0)).isEqualTo(Earlier.NOWHERE);
        assertThat(receive(THERE, 0)).isEqualTo(Earlier.NOWHERE);
        assertThat(deduplicator.find(frame, 1, 3, HERE, 0)).isEqualTo(Earlier.ELSEWHERE);
    }

    @Test
    void aFrameIsForgottenAfterTwoSeconds() {
        assertThat(receive(HERE, 0)).isEqualTo(Earlier.NOWHERE);
        assertThat(receive(THERE, 2 * SECOND)).isEqualTo(Earlier.NOWHERE);
    }

    @Test
    void comparesAllBytesOfTheFrame() {
        assertThat(receive(HERE, 0)).isEqualTo(Earlier.NOWHERE);
        frame[0] = 9;
        frame[4] = 9;
        assertThat(receive(THERE, 1)).as("change outside the frame").isEqualTo(Earlier.ELSEWHERE);
        frame[2] = 9;
        assertThat(receive(THERE, 2)).isEqualTo(Earlier.NOWHERE);
    }
}
