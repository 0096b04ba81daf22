package net.beaconcontroller.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A transport by the channels of the JDK. */
final class NioTransport implements ByteTransport {
    /**
     * The maximum number of bytes that the channel copies at once. The JDK caches a direct buffer of this size for each
     * thread.
     */
    private static final int MAX_LENGTH = 1 << 18;

    private static final byte[] NONE = {};

    private final SocketChannel channel;
    /** The last array that was read into, and the last that was written from: a caller mostly uses the same. */
    private ByteBuffer input = ByteBuffer.wrap(NONE);

    private ByteBuffer output = ByteBuffer.wrap(NONE);

    NioTransport(SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (input.array() != bytes) {
            input = ByteBuffer.wrap(bytes);
        }
        return channel.read(input.limit(offset + Math.min(length, MAX_LENGTH)).position(offset));
    }

    @Override
    public int write(byte[] bytes, int offset, int length) throws IOException {
        if (output.array() != bytes) {
            output = ByteBuffer.wrap(bytes);
        }
        int written = 0;
        while (written < length) {
            int piece = Math.min(length - written, MAX_LENGTH);
            int count = channel.write(output.limit(offset + written + piece).position(offset + written));
            written += count;
            if (count < piece) {
                break;
            }
        }
        return written;
    }

    @Override
    public void close() throws IOException {
        // The arrays may be large, and this object may be referred to for long.
        input = ByteBuffer.wrap(NONE);
        output = ByteBuffer.wrap(NONE);
        channel.close();
    }
}
