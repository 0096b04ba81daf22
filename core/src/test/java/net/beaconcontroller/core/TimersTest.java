package net.beaconcontroller.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TimersTest {
    private final List<String> ran = new ArrayList<>();
    private final Timers timers = new Timers(Timers.Timer::run);

    @Test
    void runsWhatIsDueInTheOrderOfTime() {
        timers.add(30, null, () -> ran.add("c"));
        timers.add(10, null, () -> ran.add("a"));
        timers.add(20, null, () -> ran.add("b"));
        assertThat(timers.expire(20)).isEqualTo(2);
        assertThat(ran).containsExactly("a", "b");
        assertThat(timers.expire(40)).isEqualTo(1);
    }

    @Test
    void keepsTheOrderWhereTheClockOverflows() {
        timers.add(Long.MAX_VALUE + 10, null, () -> ran.add("late"));
        timers.add(Long.MAX_VALUE - 10, null, () -> ran.add("early"));
        assertThat(timers.expire(Long.MAX_VALUE)).isEqualTo(1);
        assertThat(ran).containsExactly("early");
    }

    @Test
    void tellsHowLongNothingIsDue() {
        assertThat(timers.millisToNext(0)).as("0 is for ever").isZero();
        Timers.Timer first = timers.add(TimeUnit.MILLISECONDS.toNanos(5), null, () -> ran.add("a"));
        timers.add(TimeUnit.MILLISECONDS.toNanos(9), null, () -> ran.add("b"));
        assertThat(timers.millisToNext(0)).isBetween(5L, 6L);
        first.cancel();
        assertThat(timers.millisToNext(0)).isBetween(9L, 10L);
        assertThat(timers.millisToNext(TimeUnit.SECONDS.toNanos(1)))
                .as("not for ever")
                .isEqualTo(1);
    }

    /** A connection's timers are set for seconds; what was read from it must not be kept that long when it is gone. */
    @Test
    void aTimerThatIsCancelledLetsGoOfItsTaskAtOnce() {
        var large = new WeakReference<>(new byte[1000]);
        cancelledTimerOf(large);
        await().untilAsserted(() -> {
            System.gc();
            assertThat(large.get()).isNull();
        });
        assertThat(timers.expire(Long.MAX_VALUE)).isZero();
    }

    private void cancelledTimerOf(WeakReference<byte[]> large) {
        byte[] bytes = large.get();
        timers.add(1, null, () -> ran.add(Arrays.toString(bytes))).cancel();
    }
}
