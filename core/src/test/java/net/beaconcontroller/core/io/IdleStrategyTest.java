package net.beaconcontroller.core.io;

import static org.assertj.core.api.Assertions.assertThat;

import net.beaconcontroller.core.options.ControllerOptions.Wait;
import org.junit.jupiter.api.Test;

class IdleStrategyTest {
    private static final long SOON = IdleStrategy.SPIN_NANOS / 2;
    private static final long LATE = 2 * IdleStrategy.SPIN_NANOS;

    private final IdleStrategy adaptive = new IdleStrategy(Wait.ADAPTIVE);
    private long nowNanos = -1_000_000;

    /** Simulates an event that follows after an idle time. */
    private void eventAfter(long nanos) {
        adaptive.maySleep(nowNanos);
        nowNanos += nanos;
        adaptive.busy(nowNanos);
    }

    @Test
    void blockSleepsAtOnce() {
        var idle = new IdleStrategy(Wait.BLOCK);
        idle.busy(0);
        assertThat(idle.maySleep(1)).isTrue();
    }

    @Test
    void spinNeverSleeps() {
        assertThat(new IdleStrategy(Wait.SPIN).maySleep(Long.MAX_VALUE)).isFalse();
    }

    @Test
    void adaptiveSleepsAtOnceIfNoEventFollowedSoon() {
        assertThat(adaptive.maySleep(nowNanos)).isTrue();
        eventAfter(LATE);
        assertThat(adaptive.maySleep(nowNanos)).isTrue();
    }

    @Test
    void adaptivePollsForAWhileIfEventsFollowSoon() {
        eventAfter(SOON);
        assertThat(adaptive.maySleep(nowNanos)).isFalse();
        assertThat(adaptive.maySleep(nowNanos + SOON)).isFalse();
        assertThat(adaptive.maySleep(nowNanos + LATE)).isTrue();
    }

    @Test
    void adaptiveDoesNotCountTheTimeOfWork() {
        eventAfter(SOON);
        // The time of the work.
        nowNanos += 1_000_000;
        eventAfter(SOON);
        assertThat(adaptive.maySleep(nowNanos)).isFalse();
    }

    @Test
    void adaptiveStopsPollingWhenEventsFollowLateAgain() {
        for (int i = 0; i < 100; i++) {
            eventAfter(SOON);
        }
        eventAfter(LATE);
        assertThat(adaptive.maySleep(nowNanos)).as("after one late event").isFalse();
        for (int i = 0; i < 10; i++) {
            eventAfter(LATE);
        }
        assertThat(adaptive.maySleep(nowNanos)).isTrue();
    }
}
