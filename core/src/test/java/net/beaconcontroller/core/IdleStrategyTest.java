package net.beaconcontroller.core;

import static org.assertj.core.api.Assertions.assertThat;

import net.beaconcontroller.core.ControllerOptions.Wait;
import org.junit.jupiter.api.Test;

class IdleStrategyTest {
    private static final long SOON = IdleStrategy.SPIN_NANOS / 2;
    private static final long LATE = 2 * IdleStrategy.SPIN_NANOS;

    private final IdleStrategy adaptive = new IdleStrategy(Wait.ADAPTIVE);
    private long nowNanos = -1_000_000;

    /** Something comes so long after there was nothing to do. */
    private void comesAfter(long nanos) {
        adaptive.maySleep(nowNanos);
        nowNanos += nanos;
        adaptive.busy(nowNanos);
    }

    @Test
    void sleepsAtOnceWhenItBlocks() {
        var idle = new IdleStrategy(Wait.BLOCK);
        idle.busy(0);
        assertThat(idle.maySleep(1)).isTrue();
    }

    @Test
    void neverSleepsWhenItSpins() {
        assertThat(new IdleStrategy(Wait.SPIN).maySleep(Long.MAX_VALUE)).isFalse();
    }

    @Test
    void sleepsAtOnceWhereNothingCameSoon() {
        assertThat(adaptive.maySleep(nowNanos)).isTrue();
        comesAfter(LATE);
        assertThat(adaptive.maySleep(nowNanos)).isTrue();
    }

    @Test
    void looksForAWhileWhereThingsComeSoonAndThenSleeps() {
        comesAfter(SOON);
        assertThat(adaptive.maySleep(nowNanos)).isFalse();
        assertThat(adaptive.maySleep(nowNanos + SOON)).isFalse();
        assertThat(adaptive.maySleep(nowNanos + LATE)).isTrue();
    }

    @Test
    void doesNotCountTheTimeThatItWorked() {
        comesAfter(SOON);
        nowNanos += 1_000_000; // it works
        comesAfter(SOON);
        assertThat(adaptive.maySleep(nowNanos)).isFalse();
    }

    @Test
    void givesUpLookingWhenThingsComeLateAgain() {
        for (int i = 0; i < 100; i++) {
            comesAfter(SOON);
        }
        comesAfter(LATE);
        assertThat(adaptive.maySleep(nowNanos)).as("once is nothing").isFalse();
        for (int i = 0; i < 10; i++) {
            comesAfter(LATE);
        }
        assertThat(adaptive.maySleep(nowNanos)).isTrue();
    }
}
