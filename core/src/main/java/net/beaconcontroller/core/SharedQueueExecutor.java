package net.beaconcontroller.core;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.common.concurrent.Cancellable;
import org.jspecify.annotations.Nullable;

/** The lane of a switch whose work goes through the {@link SharedQueue}: whichever thread takes it has it alone for a while. */
final class SharedQueueExecutor extends SerialExecutor {
    /** So much is done for a switch before it is another's turn. */
    private static final int TASKS_A_TURN = 32;

    private final SharedQueue queue;
    /** Tasks that are not done; while there are any, the lane is in the queue or some thread has it. */
    private final AtomicInteger undone = new AtomicInteger();

    private @Nullable SharedQueueBridge relay;
    private volatile @Nullable PipelineThread holder;

    SharedQueueExecutor(SharedQueue queue) {
        this.queue = queue;
    }

    /** Says whose lane it is, before anything is done on it. */
    void belongsTo(SharedQueueBridge owner) {
        relay = owner;
    }

    @Override
    boolean isCurrentThread() {
        PipelineThread thread = holder;
        return thread != null && thread.isCurrentThread();
    }

    @Override
    PipelineThread thread() {
        return Objects.requireNonNull(holder, "no thread is at work for this switch");
    }

    @Override
    Cancellable after(long delayNanos, Runnable task) {
        return queue.after(delayNanos, this, task);
    }

    @Override
    boolean callNext() {
        if (undone.getAndIncrement() > 0 || queue.offer(this)) {
            return true;
        }
        undone.decrementAndGet();
        return false;
    }

    /** Does some of what there is to do. */
    void runOn(PipelineThread thread) {
        holder = thread;
        thread.begin();
        SharedQueueBridge owner = Objects.requireNonNull(relay);
        thread.runSafely(owner.session()::catchUp);
        int done = 0;
        do {
            thread.runSafely(this::runNext);
            done++;
        } while (done < TASKS_A_TURN && done < undone.get());
        thread.runSafely(owner::handOver);
        holder = null;
        if (undone.addAndGet(-done) > 0) {
            queue.offer(this);
        }
    }

    /** Has the switch introduced to listeners that joined; done when they were told. */
    CompletableFuture<?> catchUp() {
        var done = new CompletableFuture<Void>();
        boolean willBe = execute(() -> {
            Objects.requireNonNull(relay).session().catchUp();
            done.complete(null);
        });
        if (!willBe) {
            done.complete(null);
        }
        return done;
    }

    /** The switch is gone. */
    void close() {
        queue.forget(this);
    }
}
