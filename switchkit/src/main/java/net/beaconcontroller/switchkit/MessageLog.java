package net.beaconcontroller.switchkit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.Predicate;

/** The last messages that a switch has received and that {@link #await} has not examined yet. Thread-safe. */
final class MessageLog {
    private final int capacity;
    private final ArrayDeque<ReceivedMessage> messages = new ArrayDeque<>();
    private boolean ended;

    MessageLog(int capacity) {
        this.capacity = capacity;
    }

    synchronized void add(ReceivedMessage message) {
        if (messages.size() == capacity) {
            messages.removeFirst();
        }
        messages.addLast(message);
        notifyAll();
    }

    /** No message follows. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    /**
     * Removes messages up to the first one that satisfies the condition, and returns that one. Returns empty after the
     * timeout, or when all messages were examined and no other one can follow.
     */
    synchronized Optional<ReceivedMessage> await(Predicate<ReceivedMessage> condition, Duration within)
            throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        while (true) {
            for (ReceivedMessage next = messages.pollFirst(); next != null; next = messages.pollFirst()) {
                if (condition.test(next)) {
                    return Optional.of(next);
                }
            }
            long left = end - System.nanoTime();
            if (ended || left <= 0) {
                return Optional.empty();
            }
            wait(left / 1_000_000, (int) (left % 1_000_000));
        }
    }

    /** Waits until no message can follow. Returns false after the timeout. */
    synchronized boolean awaitEnd(Duration within) throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        while (!ended) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            wait(left / 1_000_000, (int) (left % 1_000_000));
        }
        return true;
    }
}
