package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.beaconcontroller.routing.FloodQueue.Admission;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;

class FloodQueueTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int RATE = 10;
    private static final SwitchPort QUIET = new SwitchPort(2, 1);

    private final FloodQueue<String> queue = new FloodQueue<>(RATE, 0);

    private Admission admit(SwitchPort from, String flood) {
        return queue.admit(from, () -> flood, 0);
    }

    private static SwitchPort loud(int number) {
        return new SwitchPort(1, number);
    }

    /** Returns the floods of ten seconds. */
    private List<String> drained() {
        var floods = new ArrayList<String>();
        for (int second = 1; second <= 10; second++) {
            for (String flood = queue.poll(second * SECOND); flood != null; flood = queue.poll(second * SECOND)) {
                floods.add(flood);
            }
        }
        return floods;
    }

    @Test
    void admitsFloodsAtOnceWhileTheRateIsNotExhausted() {
        assertThat(IntStream.range(0, RATE).mapToObj(_ -> admit(QUIET, "flood")))
                .containsOnly(Admission.NOW);
        assertThat(admit(QUIET, "flood")).isEqualTo(Admission.LATER);
    }

    @Test
    void aQuietPortWaitsForOneFloodOfEachLoudPort() {
        for (int i = 0; i < 1000; i++) {
            admit(loud(i % 20), "loud");
        }
        assertThat(admit(QUIET, "quiet")).isEqualTo(Admission.LATER);
        assertThat(drained().indexOf("quiet")).isEqualTo(20);
    }

    @Test
    void holdsFewFloodsOfAPort() {
        IntStream.range(0, RATE).forEach(_ -> admit(QUIET, "first"));
        for (int i = 0; i < FloodQueue.MAX_PER_PORT; i++) {
            assertThat(admit(loud(1), "loud")).isEqualTo(Admission.LATER);
        }
        assertThat(admit(loud(1), "loud")).isEqualTo(Admission.REFUSED);
        assertThat(admit(loud(2), "loud")).isEqualTo(Admission.LATER);
    }

    @Test
    void theManyPortsOfOneSwitchLeaveRoomForOthers() {
        IntStream.range(0, 65_000).forEach(port -> admit(loud(port), "loud"));
        assertThat(admit(loud(65_000), "loud")).isEqualTo(Admission.REFUSED);
        assertThat(admit(QUIET, "quiet")).isEqualTo(Admission.LATER);
    }

    @Test
    void tellsWhenTheNextFloodIsDue() {
        assertThat(queue.nanosToNext(0)).isEqualTo(Long.MAX_VALUE);
        IntStream.range(0, RATE + 1).forEach(_ -> admit(QUIET, "flood"));
        assertThat(queue.nanosToNext(0)).isEqualTo(SECOND / RATE);
        assertThat(queue.poll(SECOND / RATE - 1)).isNull();
        assertThat(queue.poll(SECOND / RATE)).isEqualTo("flood");
        assertThat(queue.nanosToNext(0)).isEqualTo(Long.MAX_VALUE);
    }
}
