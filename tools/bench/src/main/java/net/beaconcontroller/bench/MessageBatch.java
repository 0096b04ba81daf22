package net.beaconcontroller.bench;

import java.nio.ByteBuffer;

/** Copies of an encoded message in a direct buffer. A subclass sets the fields that differ. Not thread-safe. */
public abstract class MessageBatch {
    /** The messages, one after another. */
    protected final ByteBuffer bytes;

    /** The length of a message in bytes. */
    protected final int length;

    /** Creates a batch of {@code count} copies. */
    protected MessageBatch(byte[] message, int count) {
        length = message.length;
        bytes = ByteBuffer.allocateDirect(length * count);
        for (int i = 0; i < count; i++) {
            bytes.put(message);
        }
    }
}
