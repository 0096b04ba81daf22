package net.beaconcontroller.core.io;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.core.options.ControllerOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag(EACH_DESIGN)
class OutputBacklogTest {
    private static final int BYTES = 1_000_000;
    private static final int ROUNDS = 20_000;

    @Test
    void bytesOnTheirWayToTheConnectionAreCountedOnceByAThreadThatLooksAtAnyTime() {
        var backlog = new OutputBacklog(ControllerOptions.Limits.DEFAULT, Time.system());
        backlog.queue(BYTES);
        CompletableFuture<Void> moving = CompletableFuture.runAsync(
                () -> {
                    for (int moved = 1; moved <= BYTES; moved++) {
                        backlog.dequeued(1, moved);
                    }
                },
                Thread.ofPlatform()::start);
        long level;
        do {
            level = backlog.level();
        } while (level == BYTES && !moving.isDone());
        assertThat(level).isEqualTo(BYTES);
        moving.join();
        assertThat(backlog.level()).isEqualTo(BYTES);
    }

    private static void awaitValue(AtomicInteger counter, int value) {
        while (counter.get() < value) {
            Thread.onSpinWait();
        }
    }

    @Test
    void congestionThatBeginsWhileTheLoopHasJustWrittenIsNoted() {
        int congestedAt = ControllerOptions.Limits.DEFAULT.pauseReadingAt();
        var started = new AtomicInteger();
        var ended = new AtomicInteger();
        var current = new AtomicReference<OutputBacklog>();
        CompletableFuture<Void> loop = CompletableFuture.runAsync(
                () -> {
                    for (int round = 1; round <= ROUNDS; round++) {
                        awaitValue(started, round);
                        current.get().dequeued(1, 0);
                        ended.set(round);
                    }
                },
                Thread.ofPlatform()::start);
        for (int round = 1; round <= ROUNDS; round++) {
            var backlog = new OutputBacklog(ControllerOptions.Limits.DEFAULT, Time.system());
            assertThat(backlog.tryQueue(congestedAt)).isTrue();
            current.set(backlog);
            started.set(round);
            assertThat(backlog.tryQueue(1)).isTrue();
            awaitValue(ended, round);
            assertThat(backlog.isToBeAwaited()).isTrue();
        }
        loop.join();
    }
}
