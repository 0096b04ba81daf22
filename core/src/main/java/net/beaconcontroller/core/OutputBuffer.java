package net.beaconcontroller.core;

import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Writer;
import org.jspecify.annotations.Nullable;

/** The encoded messages that wait to be written to a switch, and the counters of its messages. */
final class OutputBuffer extends Writer {
    final Counters counters = new Counters();
    private final @Nullable Runnable onMessage;
    private long fullLength = Long.MAX_VALUE;

    /**
     * Creates an empty buffer.
     *
     * @param onMessage called after each complete message, on the thread that encoded it; null for none
     */
    OutputBuffer(int capacity, @Nullable Runnable onMessage) {
        super(capacity);
        this.onMessage = onMessage;
    }

    /** Sets the length from which the buffer {@link #isFull}. */
    void setFullLength(long length) {
        fullLength = length;
    }

    /** Returns whether so much output waits that no more input is to be read. Always true after {@link #release}. */
    boolean isFull() {
        return length() >= fullLength;
    }

    /** Appends an encoded message. */
    void appendMessage(byte[] message) {
        append(message);
        committed(Header.type(message, 0));
    }

    /** Discards the content and releases its memory. */
    void release() {
        fullLength = 0;
        discard(length());
        trim(0);
    }

    @Override
    protected void committed(int type) {
        counters.countSent(type);
        if (onMessage != null) {
            onMessage.run();
        }
    }
}
