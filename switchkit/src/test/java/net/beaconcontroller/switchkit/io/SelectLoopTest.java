package net.beaconcontroller.switchkit.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SelectLoopTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final SelectLoop loop;

    SelectLoopTest() throws IOException {
        loop = SelectLoop.start("loop-under-test");
    }

    @AfterEach
    void close() {
        loop.close();
    }

    @Test
    void runsTasksInOrderOnItsThread() {
        List<Integer> done = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 100; i++) {
            int number = i;
            loop.execute(() -> done.add(number));
        }

        assertThat(loop.call(() -> Thread.currentThread().getName())).isEqualTo("loop-under-test");
        assertThat(done).hasSize(100).isSorted();
    }

    @Test
    void aFailingTaskDoesNotStopTheLoop() {
        loop.execute(() -> {
            throw new IllegalStateException("this test's");
        });

        assertThat(loop.call(() -> 1)).isEqualTo(1);
    }

    @Test
    void callRethrowsAnUncheckedException() {
        var e = new IllegalArgumentException("this test's");

        assertThatThrownBy(() -> loop.call(() -> {
                    throw e;
                }))
                .isSameAs(e);
    }

    @Test
    void callWrapsACheckedException() {
        assertThatThrownBy(() -> loop.call(() -> {
                    throw new IOException("this test's");
                }))
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void callOnTheLoopThreadRunsImmediately() {
        assertThat(loop.<Integer>call(() -> loop.call(() -> 7))).isEqualTo(7);
    }

    @Test
    void timersRunWhenTheyAreDue() {
        var ran = new CompletableFuture<Long>();
        long begin = System.nanoTime();
        long delay = TimeUnit.MICROSECONDS.toNanos(2500);
        loop.execute(() -> loop.after(delay, () -> ran.complete(loop.nowNanos())));

        assertThat(ran).succeedsWithin(PATIENCE).satisfies(at -> assertThat(at - begin)
                .isGreaterThanOrEqualTo(delay));
    }

    @Test
    void aCancelledTimerDoesNotRun() {
        List<String> done = new CopyOnWriteArrayList<>();
        var end = new CompletableFuture<Void>();
        loop.execute(() -> {
            loop.after(1000, () -> done.add("cancelled")).cancel();
            loop.after(2000, () -> end.complete(null));
        });
        assertThat(end).succeedsWithin(PATIENCE);

        assertThat(done).isEmpty();
    }

    @Test
    void refusesTasksAfterClose() {
        loop.close();

        assertThatThrownBy(() -> loop.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> loop.call(() -> 1)).isInstanceOf(RejectedExecutionException.class);
        assertThat(loop.tryExecute(() -> {})).isFalse();
    }

    @Test
    void closeReleasesAPendingCall() {
        var refused = new CompletableFuture<Throwable>();
        loop.execute(() -> {
            var caller = new Thread(() -> {
                try {
                    loop.call(() -> 1);
                } catch (RejectedExecutionException e) {
                    refused.complete(e);
                }
            });
            caller.start();
            while (caller.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            loop.close();
        });

        assertThat(refused).succeedsWithin(PATIENCE).isInstanceOf(RejectedExecutionException.class);
    }
}
