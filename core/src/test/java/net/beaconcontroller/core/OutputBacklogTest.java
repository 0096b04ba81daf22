package net.beaconcontroller.core;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag(EACH_DESIGN)
class OutputBacklogTest {
    private static final int BYTES = 1_000_000;

    @Test
    void bytesOnTheirWayToTheConnectionAreCountedOnceByAThreadThatLooksAtAnyTime() {
        var backlog = new OutputBacklog(ControllerOptions.Limits.DEFAULT);
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
}
