package net.beaconcontroller.core.io;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Observes whether all loops make iterations. A loop that waits for events is woken; one that is stopped in a listener
 * is not. Safe for use by several threads.
 */
public final class LoopProgress {
    private final List<Loop> loops;
    /** One at a time, so that a loop that is stopped does not collect tasks. */
    private CompletableFuture<Void> next = CompletableFuture.completedFuture(null);

    public LoopProgress(List<Loop> loops) {
        this.loops = List.copyOf(loops);
    }

    /**
     * Returns a future that completes when each loop has made an iteration since the previous future of this method
     * was completed. Callers at the same time get copies of one future.
     */
    public synchronized CompletableFuture<Void> next() {
        if (next.isDone()) {
            next = CompletableFuture.allOf(
                    loops.stream().map(LoopProgress::iterationOf).toArray(CompletableFuture[]::new));
        }
        return next.copy();
    }

    private static CompletableFuture<Void> iterationOf(Loop loop) {
        var iteration = new CompletableFuture<Void>();
        loop.execute(() -> iteration.complete(null));
        return iteration;
    }
}
