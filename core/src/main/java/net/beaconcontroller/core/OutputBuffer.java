package net.beaconcontroller.core;

import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Writer;
import org.jspecify.annotations.Nullable;

/** What waits to be written to a switch; counts the messages. */
final class OutputBuffer extends Writer {
    final Counters counters = new Counters();
    private final @Nullable Runnable written;
    private long fullAt = Long.MAX_VALUE;

    /**
     * Begins empty.
     *
     * @param written is run whenever a message is complete, on the thread that wrote it; null if nobody waits for that
     */
    OutputBuffer(int capacity, @Nullable Runnable written) {
        super(capacity);
        this.written = written;
    }

    /** Says at which length it {@link #isFull}. */
    void fullAt(long length) {
        fullAt = length;
    }

    /** Whether so much waits to be written that nothing more is to be read; for ever when the connection is closed. */
    boolean isFull() {
        return length() >= fullAt;
    }

    /** Appends a message that was encoded elsewhere. */
    void appendMessage(byte[] message) {
        append(message);
        committed(Header.type(message, 0));
    }

    /** Drops the content, and the memory it is in, and takes no more. */
    void release() {
        fullAt = 0;
        discard(length());
        trim(0);
    }

    @Override
    protected void committed(int type) {
        counters.countSent(type);
        if (written != null) {
            written.run();
        }
    }
}
