package net.beaconcontroller.api.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class TimerQueueTest {
    private final TimerQueue timers = new TimerQueue();
    private final List<Integer> ran = new ArrayList<>();

    private static void runDue(TimerQueue timers, long nowNanos) {
        for (Runnable due = timers.poll(nowNanos); due != null; due = timers.poll(nowNanos)) {
            due.run();
        }
    }

    @RepeatedTest(50)
    void runsTasksInTheOrderOfTheirDueTimesAndThenOfTheirAddition(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        List<Integer> times = random.ints(random.nextInt(100), 0, 21).boxed().toList();
        List<Integer> cancelled = random.ints(30, 0, 100).boxed().toList();
        var all = new ArrayList<Cancellable>();
        for (int i = 0; i < times.size(); i++) {
            int number = i;
            all.add(timers.add(times.get(i), () -> ran.add(number)));
        }
        cancelled.stream().filter(i -> i < all.size()).forEach(i -> all.get(i).cancel());
        runDue(timers, 20);
        assertThat(ran)
                .isEqualTo(IntStream.range(0, times.size())
                        .boxed()
                        .filter(i -> !cancelled.contains(i))
                        .sorted(Comparator.comparing(times::get))
                        .toList());
    }

    @Test
    void doesNotReturnATimerBeforeItIsDue() {
        timers.add(10, () -> ran.add(1));
        assertThat(timers.poll(9)).isNull();
        assertThat(timers.nanosToNext(9)).isEqualTo(1);
        runDue(timers, 10);
        assertThat(ran).containsExactly(1);
        assertThat(timers.nanosToNext(10)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void keepsTheOrderWhenTheClockOverflows() {
        timers.add(Long.MIN_VALUE + 5, () -> ran.add(2));
        timers.add(Long.MAX_VALUE - 5, () -> ran.add(1));
        runDue(timers, Long.MAX_VALUE);
        assertThat(ran).containsExactly(1);
        runDue(timers, Long.MIN_VALUE + 5);
        assertThat(ran).containsExactly(1, 2);
    }

    @Test
    void aPolledTimerCanStillBeCancelled() {
        TimerQueue.Timer timer = timers.add(10, () -> ran.add(1));
        assertThat(timers.poll(10)).isSameAs(timer);
        timer.cancel();
        timer.run();
        assertThat(ran).isEmpty();
    }

    @Test
    void movesTheTimersOfAnOwnerToAnotherQueueInOrder() {
        var owner = new TimerQueue.Owner();
        timers.add(20, owner, () -> ran.add(2));
        timers.add(10, () -> ran.add(0));
        timers.add(20, owner, () -> ran.add(3));
        TimerQueue.Timer cancelled = timers.add(15, owner, () -> ran.add(-1));
        timers.add(10, owner, () -> ran.add(1));

        List<TimerQueue.Timer> removed = timers.removeAll(owner);
        cancelled.cancel();
        var other = new TimerQueue();
        other.addAll(removed);

        runDue(other, 20);
        assertThat(ran).containsExactly(1, 2, 3);
        runDue(timers, 20);
        assertThat(ran).containsExactly(1, 2, 3, 0);
    }

    /** Moving a switch must not take time in proportion to all other switches. */
    @Test
    void removingTheTimersOfAnOwnerDoesNotVisitThoseOfOthers() {
        int others = 100_000;
        for (int i = 0; i < others; i++) {
            timers.add(i, new TimerQueue.Owner(), () -> {});
        }
        // With a visit of all timers for each owner, this would take some minutes.
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            for (int i = 0; i < others; i++) {
                var owner = new TimerQueue.Owner();
                timers.add(i, owner, () -> {});
                assertThat(timers.removeAll(owner)).hasSize(1);
            }
        });
    }

    /** A connection's timers are due seconds later; objects that the tasks refer to must not be retained that long. */
    @Test
    void aCancelledTimerReleasesItsTaskAtOnce() {
        var large = new WeakReference<>(new byte[1000]);
        TimerQueue.Timer timer = addTimerReferringTo(large);
        timer.cancel();
        await().untilAsserted(() -> {
            System.gc();
            assertThat(large.get()).isNull();
        });
        assertThat(timers.poll(Long.MAX_VALUE)).isNull();
        timer.run();
        assertThat(ran).isEmpty();
    }

    private TimerQueue.Timer addTimerReferringTo(WeakReference<byte[]> large) {
        byte[] bytes = large.get();
        return timers.add(1, () -> ran.add(Arrays.hashCode(bytes)));
    }
}
