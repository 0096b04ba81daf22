package net.beaconcontroller.io.tls;

import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import tlschannel.BufferAllocator;

/**
 * Buffers for TLS records, which connections use while they read and write. A connection keeps one only while it has an
 * incomplete record, so that some buffers serve many connections. All have the same size, enough for the longest
 * record, and for many short ones in one read. Thread-safe.
 */
final class RecordBuffers implements BufferAllocator {
    static final RecordBuffers INSTANCE = new RecordBuffers();

    /** More than the longest record of TLS (RFC 8446, section 5.2: 2^14 + 256 bytes and a header). */
    static final int SIZE = 1 << 15;

    private static final int MAX_FREE = 64;

    private final ArrayBlockingQueue<ByteBuffer> free = new ArrayBlockingQueue<>(MAX_FREE);

    private RecordBuffers() {}

    /** Returns an empty buffer of {@link #SIZE} bytes, with an array. */
    @Override
    public ByteBuffer allocate(int size) {
        if (size > SIZE) {
            throw new IllegalArgumentException("a buffer of %d bytes; at most %d".formatted(size, SIZE));
        }
        ByteBuffer buffer = free.poll();
        return buffer == null ? ByteBuffer.allocate(SIZE) : buffer;
    }

    /** Keeps the buffer for another use, unless there are enough. */
    @Override
    public void free(ByteBuffer buffer) {
        free.offer(buffer.clear());
    }
}
