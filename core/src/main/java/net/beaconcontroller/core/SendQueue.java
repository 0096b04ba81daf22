package net.beaconcontroller.core;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The messages that other threads send to a switch. The switch's executor sends them in a task, or before it sends a
 * message itself: so all messages are sent in the order of the calls, as far as the calls are ordered. Any thread adds;
 * the executor drains.
 */
final class SendQueue {
    /** One call: the length of its messages, and how to send them on the executor. */
    private record Entry(int length, Runnable send) {}

    private final SerialExecutor executor;
    private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
    /** The length of all entries, and of those that are about to be added. */
    private final AtomicLong length = new AtomicLong();
    /** Whether there may be entries; a task that drains the queue is submitted when it becomes true. */
    private final AtomicBoolean isWaiting = new AtomicBoolean();

    private final Runnable drain = this::drain;

    SendQueue(SerialExecutor executor) {
        this.executor = executor;
    }

    /**
     * Adds messages.
     *
     * @param messagesLength in bytes
     * @param send called on the executor; on the calling thread if the controller has stopped
     */
    void add(int messagesLength, Runnable send) {
        length.addAndGet(messagesLength);
        entries.add(new Entry(messagesLength, send));
        if (!isWaiting.getAndSet(true) && !executor.execute(drain)) {
            drain();
        }
    }

    /** Sends the messages that were added before. */
    void drain() {
        // While nothing is queued, this is all that the order costs.
        if (isWaiting.getAcquire()) {
            drainWaiting();
        }
    }

    private void drainWaiting() {
        isWaiting.set(false);
        // Not until the queue is empty, which a thread that keeps adding would prevent.
        long rest = length.get();
        while (rest > 0) {
            Entry next = entries.poll();
            if (next == null) {
                break;
            }
            rest -= next.length;
            length.addAndGet(-next.length);
            next.send.run();
        }
    }
}
