package net.beaconcontroller.api.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SingleThreadExecutorTest {
    private static final int CAPACITY = 100;

    private final TimerQueue timers = new TimerQueue();
    private final SingleThreadExecutor executor = new SingleThreadExecutor(
            "executor-under-test", System.getLogger(SingleThreadExecutorTest.class.getPackageName()), CAPACITY, timers);
    private final List<Integer> ran = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        executor.close();
    }

    @Test
    void runsTasksInOrderAndContinuesAfterOneFails() {
        executor.start();
        executor.execute(() -> ran.add(1));
        executor.execute(() -> {
            throw new IllegalStateException("as tested");
        });
        executor.execute(() -> ran.add(2));
        executor.awaitQueued();
        assertThat(ran).containsExactly(1, 2);
    }

    @Test
    void parksAfterATaskHasInterruptedTheThread() {
        var thread = new AtomicReference<Thread>();
        executor.start();
        executor.execute(() -> {
            thread.set(Thread.currentThread());
            Thread.currentThread().interrupt();
        });
        await().until(() -> {
            Thread found = thread.get();
            return found != null && found.getState() == Thread.State.TIMED_WAITING;
        });
    }

    @Test
    void runsTimersWhenTheyAreDue() {
        long now = System.nanoTime();
        timers.add(now + TimeUnit.MILLISECONDS.toNanos(40), () -> ran.add(2));
        timers.add(now + TimeUnit.MILLISECONDS.toNanos(20), () -> ran.add(1));
        timers.add(now, () -> ran.add(3)).cancel();
        executor.start();
        executor.execute(() -> executor.schedule(TimeUnit.MILLISECONDS.toNanos(60), () -> ran.add(4)));
        await().until(() -> ran.size() == 3);
        assertThat(ran).containsExactly(1, 2, 4);
    }

    @Test
    void rejectsOfferedTasksWhileTheQueueIsFullButNotExecutedOnes() {
        executor.start();
        var busy = new CompletableFuture<Void>();
        executor.execute(busy::join);
        int accepted = 0;
        while (executor.offer(() -> {})) {
            accepted++;
        }
        assertThat(accepted).isBetween(CAPACITY - 1, CAPACITY);
        executor.execute(() -> ran.add(1));
        busy.complete(null);
        executor.awaitQueued();
        assertThat(ran).containsExactly(1);
        assertThat(executor.offer(() -> {})).isTrue();
    }

    @Test
    void runsNothingAfterCloseHasReturned() {
        executor.start();
        executor.execute(() -> executor.schedule(0, () -> {
            ran.add(1);
            executor.schedule(0, () -> ran.add(3));
            executor.execute(() -> ran.add(3));
            executor.close();
        }));
        await().until(executor::isClosed);
        executor.close();
        executor.execute(() -> ran.add(2));
        executor.awaitQueued();
        assertThat(ran).containsExactly(1);
    }
}
