package net.beaconcontroller.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;

/**
 * Splits the bytes of a connection into OpenFlow messages. All connections of a thread may share one input buffer; a
 * splitter keeps only the incomplete message at the end of a read. Not thread-safe.
 */
public final class MessageSplitter {
    private final ByteBuffer input;
    private byte[] rest = new byte[256];
    private int restLength;

    /** Handles messages. */
    @FunctionalInterface
    public interface Handler {
        /** Handles the message of {@code length} bytes at an absolute index of the buffer. */
        void message(ByteBuffer in, int at, int length) throws IOException;
    }

    /**
     * Creates a splitter.
     *
     * @param input a buffer that is longer than the longest message
     */
    public MessageSplitter(ByteBuffer input) {
        this.input = input;
    }

    /** Reads from the connection. Returns the number of bytes, or -1 at the end of the stream. */
    public int read(ReadableByteChannel connection) throws IOException {
        return connection.read(input.clear().put(rest, 0, restLength));
    }

    /**
     * Handles the complete messages of the last read, and keeps the rest.
     *
     * @throws MalformedMessageException if the length in a header is impossible
     */
    public void split(Handler handler) throws IOException {
        int end = input.position();
        int at = 0;
        while (end - at >= Header.LENGTH) {
            int length = Short.toUnsignedInt(input.getShort(at + 2));
            if (length < Header.LENGTH) {
                throw new MalformedMessageException(
                        MalformedMessageException.BAD_REQUEST,
                        MalformedMessageException.BAD_LEN,
                        "a header with length %d, needs at least %d".formatted(length, Header.LENGTH));
            }
            if (end - at < length) {
                break;
            }
            handler.message(input, at, length);
            at += length;
        }
        restLength = end - at;
        if (restLength > rest.length) {
            rest = new byte[Header.MAX_MESSAGE_LENGTH];
        }
        input.get(at, rest, 0, restLength);
    }

    /** Returns a copy of a message. */
    public static byte[] copy(ByteBuffer in, int at, int length) {
        byte[] message = new byte[length];
        in.get(at, message);
        return message;
    }
}
