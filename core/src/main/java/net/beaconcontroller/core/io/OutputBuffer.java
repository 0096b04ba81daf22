package net.beaconcontroller.core.io;

import net.beaconcontroller.core.pipeline.ReceivedPacketIns;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Writer;
import org.jspecify.annotations.Nullable;

/** The encoded messages that wait to be written to a switch, and the counters of its messages. */
public final class OutputBuffer extends Writer implements ReceivedPacketIns.Output {
    /** The counters of the switch, which an auxiliary connection shares with its main connection. */
    public Counters counters = new Counters();

    private final @Nullable Runnable onMessage;
    private long fullLength = Long.MAX_VALUE;
    /** {@link #fullLength}, or 0 while the buffer is blocked. */
    private long effectiveFullLength = Long.MAX_VALUE;

    private boolean isBlocked;

    /**
     * Creates an empty buffer.
     *
     * @param onMessage called after each complete message, on the thread that encoded it; null for none
     */
    public OutputBuffer(int capacity, @Nullable Runnable onMessage) {
        super(capacity);
        this.onMessage = onMessage;
    }

    /** Sets the length from which the buffer {@link #isFull}. */
    public void setFullLength(long length) {
        fullLength = length;
        effectiveFullLength = isBlocked ? 0 : length;
    }

    /** Sets whether the buffer {@link #isFull} regardless of its length. */
    public void setBlocked(boolean value) {
        isBlocked = value;
        setFullLength(fullLength);
    }

    /** Returns whether so much output waits that no more input is to be read. Always true after {@link #release}. */
    @Override
    public boolean isFull() {
        return length() >= effectiveFullLength;
    }

    /** Appends an encoded message. */
    public void appendMessage(byte[] message) {
        append(message);
        committed(Header.type(message, 0));
    }

    /** Discards the content and releases its memory. */
    public void release() {
        setFullLength(0);
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

    @Override
    protected void dropped() {
        counters.countUnsendable();
    }
}
