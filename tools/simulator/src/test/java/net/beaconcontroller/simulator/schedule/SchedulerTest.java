package net.beaconcontroller.simulator.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import net.beaconcontroller.api.concurrent.Steps;
import org.junit.jupiter.api.Test;

class SchedulerTest {
    private final Scheduler scheduler = new Scheduler(1);
    private final SimulatedThreads threads = new SimulatedThreads(scheduler);

    private void sleep(Duration time) {
        try {
            threads.time().sleep(time);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void threadsWaitByTheVirtualClockAndNotByThatOfTheMachine() {
        var order = new ArrayList<String>();
        scheduler.run("main", () -> {
            for (int hours : new int[] {3, 1, 2}) {
                threads.newBlockingThread("sleeper", () -> {
                            sleep(Duration.ofHours(hours));
                            order.add(hours + " h");
                        })
                        .start();
            }
            sleep(Duration.ofHours(4));
        });
        assertThat(order).containsExactly("1 h", "2 h", "3 h");
        assertThat(Duration.ofNanos(scheduler.nowNanos())).isBetween(Duration.ofHours(4), Duration.ofMinutes(241));
        assertThat(scheduler.usedOtherClock()).isFalse();
    }

    @Test
    void aThreadThatBlocksContinuesWhenAnotherReleasesIt() {
        var released = new CountDownLatch(1);
        scheduler.run("main", () -> {
            threads.after(Duration.ofSeconds(5), released::countDown);
            await(released);
            assertThat(scheduler.nowNanos())
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(5).toNanos());
        });
        assertThat(scheduler.failures()).isEmpty();
    }

    @Test
    void threadsThatAllWaitAreReported() {
        assertThatThrownBy(() -> scheduler.run("waiting", () -> await(new CountDownLatch(1))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("all threads wait for each other: [waiting]");
    }

    @Test
    void theEndOfAThreadByAnExceptionIsReported() {
        scheduler.run("main", () -> {
            threads.newBlockingThread("fails", () -> {
                        throw new IllegalStateException("on purpose");
                    })
                    .start();
            sleep(Duration.ofSeconds(1));
        });
        assertThat(scheduler.failures())
                .singleElement()
                .asString()
                .startsWith("thread fails has ended: java.lang.IllegalStateException: on purpose at [");
    }

    @Test
    void anInterruptEndsASleep() {
        var interrupted = new ArrayList<Boolean>();
        scheduler.run("main", () -> {
            var sleeper = threads.newBlockingThread("sleeper", () -> {
                try {
                    threads.time().sleep(Duration.ofDays(1));
                } catch (InterruptedException _) {
                    interrupted.add(true);
                }
            });
            sleeper.start();
            sleep(Duration.ofSeconds(1));
            sleeper.interrupt();
            sleep(Duration.ofSeconds(1));
        });
        assertThat(interrupted).containsExactly(true);
    }

    /** Returns the order in which two threads make their steps. */
    private static List<String> order(long seed) {
        var scheduler = new Scheduler(seed);
        var threads = new SimulatedThreads(scheduler);
        var order = new ArrayList<String>();
        scheduler.run("main", () -> {
            for (String name : new String[] {"a", "b"}) {
                var steps = new int[] {20};
                threads.newThread(name, () -> {
                            order.add(name);
                            steps[0]--;
                            return steps[0] == 0 ? Steps.END : 0;
                        })
                        .start();
            }
            try {
                threads.time().sleep(Duration.ofSeconds(1));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        return order;
    }

    @Test
    void theSeedDeterminesWhichThreadMakesTheNextStep() {
        assertThat(order(1)).isEqualTo(order(1)).hasSize(40).isNotEqualTo(order(2));
    }
}
