package net.beaconcontroller.emulator.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class TimersTest {
    private final Timers timers = new Timers();
    private final List<Integer> done = new ArrayList<>();

    private void expire(long now) {
        for (Runnable task = timers.takeDue(now); task != null; task = timers.takeDue(now)) {
            task.run();
        }
    }

    @RepeatedTest(50)
    void tasksAreDoneInTheOrderOfTheirTimesAndThenOfTheirSetting(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        List<Integer> times = random.ints(random.nextInt(100), 0, 21).boxed().toList();
        List<Integer> cancelled = random.ints(30, 0, 100).boxed().toList();
        var all = new ArrayList<Cancelable>();
        for (int i = 0; i < times.size(); i++) {
            int number = i;
            all.add(timers.set(times.get(i), () -> done.add(number)));
        }
        cancelled.stream().filter(i -> i < all.size()).forEach(i -> all.get(i).cancel());
        expire(20);

        assertThat(done)
                .isEqualTo(IntStream.range(0, times.size())
                        .boxed()
                        .filter(i -> !cancelled.contains(i))
                        .sorted(Comparator.comparing(times::get))
                        .toList());
    }

    @Test
    void whatIsNotDueWaits() {
        timers.set(10, () -> done.add(1));
        expire(9);
        assertThat(done).isEmpty();
        assertThat(timers.nanosToNext(9)).isEqualTo(1);

        expire(10);
        assertThat(done).containsExactly(1);
    }

    @Test
    void timesMayPassTheEndOfLong() {
        timers.set(Long.MIN_VALUE + 5, () -> done.add(2));
        timers.set(Long.MAX_VALUE - 5, () -> done.add(1));
        expire(Long.MIN_VALUE + 5);

        assertThat(done).containsExactly(1, 2);
    }
}
