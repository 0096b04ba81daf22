package net.beaconcontroller.core.session;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import net.beaconcontroller.core.io.ConnectionHandle;
import net.beaconcontroller.core.io.OutputBacklog;
import net.beaconcontroller.core.pipeline.SerialExecutor;

/**
 * The messages that other threads send to a switch. The switch's executor sends them in a task, or before it sends a
 * message itself: so all messages are sent in the order of the calls, as far as the calls are ordered. Any thread adds;
 * the executor drains.
 */
final class SendQueue {
    /** One call: its messages, and how to send them on the executor. */
    private record Entry(int length, Runnable send) {}

    private final SerialExecutor executor;
    private final ConnectionHandle connection;
    private final OutputBacklog backlog;
    private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
    /** Whether there may be entries; a task that drains the queue is submitted when it becomes true. */
    private final AtomicBoolean isWaiting = new AtomicBoolean();

    private final Runnable drain = this::drain;

    SendQueue(SerialExecutor executor, ConnectionHandle connection) {
        this.executor = executor;
        this.connection = connection;
        this.backlog = connection.backlog();
    }

    /**
     * Adds messages, which have been added to the {@link OutputBacklog} before.
     *
     * @param length in bytes
     * @param send called on the executor; on the calling thread if the controller has stopped
     */
    void add(int length, Runnable send) {
        entries.add(new Entry(length, send));
        if (!isWaiting.getAndSet(true) && !executor.execute(drain)) {
            drain();
        }
    }

    /** Sends the messages that were added before. */
    void drain() {
        // While nothing is queued, this plain read is all that the order costs. It sees each call that happened before:
        // isWaiting became true before that call, or a drain set it to false and sent the messages.
        if (isWaiting.getPlain()) {
            drainWaiting();
        }
    }

    private void drainWaiting() {
        isWaiting.set(false);
        // Not until the queue is empty, which a thread that keeps adding would prevent.
        long rest = backlog.level();
        while (rest > 0) {
            Entry next = entries.poll();
            if (next == null) {
                break;
            }
            rest -= next.length;
            connection.dequeuing(next.length);
            next.send.run();
        }
    }
}
