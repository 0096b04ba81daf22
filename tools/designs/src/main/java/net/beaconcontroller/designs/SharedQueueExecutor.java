package net.beaconcontroller.designs;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.core.pipeline.SerialExecutor;
import org.jspecify.annotations.Nullable;

/** The executor of a switch in the {@link SharedQueue} design: one pipeline thread at a time runs its tasks. */
final class SharedQueueExecutor extends SerialExecutor {
    /** The number of tasks that a thread runs for a switch before it takes the next switch from the queue. */
    private static final int MAX_TASKS_PER_TURN = 32;

    private final SharedQueue queue;
    /** The number of tasks. While it is positive, the executor is in the queue or on a thread. */
    private final AtomicInteger pending = new AtomicInteger();

    private @Nullable SharedQueueBridge bridge;
    private volatile @Nullable PipelineThread current;

    SharedQueueExecutor(SharedQueue queue) {
        this.queue = queue;
    }

    /** Sets the bridge of the switch, before the first task. */
    void setBridge(SharedQueueBridge bridge) {
        this.bridge = bridge;
    }

    @Override
    public boolean isCurrentThread() {
        PipelineThread thread = current;
        return thread != null && thread.isCurrentThread();
    }

    @Override
    public PipelineThread thread() {
        return Objects.requireNonNull(current, "no thread is running tasks of this switch");
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable task) {
        return queue.schedule(delayNanos, this, task);
    }

    @Override
    public boolean scheduleNext() {
        if (pending.getAndIncrement() > 0 || queue.offer(this)) {
            return true;
        }
        pending.decrementAndGet();
        return false;
    }

    /** Runs some of the tasks on a thread. */
    void runOn(PipelineThread thread) {
        current = thread;
        thread.setNowNanos(queue.nowNanos());
        thread.adoptLatest();
        SharedQueueBridge owner = Objects.requireNonNull(bridge);
        thread.runSafely(owner::introduce);
        int done = 0;
        do {
            thread.runSafely(this::runNext);
            done++;
        } while (done < MAX_TASKS_PER_TURN && done < pending.get());
        thread.runSafely(owner::flush);
        current = null;
        if (pending.addAndGet(-done) > 0) {
            queue.offer(this);
        }
    }

    /** Informs added listeners of the switch. Returns a future that completes when this is done. */
    CompletableFuture<?> introduce() {
        var done = new CompletableFuture<Void>();
        boolean accepted = execute(() -> {
            Objects.requireNonNull(bridge).introduce();
            done.complete(null);
        });
        if (!accepted) {
            done.complete(null);
        }
        return done;
    }

    /** Called when the switch is disconnected. */
    void close() {
        queue.remove(this);
    }
}
