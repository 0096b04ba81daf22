package net.beaconcontroller.switchkit.io;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;

/**
 * Splits the bytes of a connection into OpenFlow messages. All connections of a thread may share one input buffer: a
 * framer keeps only the bytes of a read that were not handled. Not thread-safe.
 *
 * <p>The framing of the controller is different code on purpose, so that one does not hide the faults of the other.
 */
public final class Framer {
    private static final byte[] NOTHING = {};
    private static final int LEAST_REST = 256;
    /** The length of an array that is kept although nothing is in it. */
    private static final int MAX_UNUSED = 4096;

    /** Handles messages. */
    @FunctionalInterface
    public interface Handler {
        /** Handles the message of {@code length} bytes at an absolute index of the buffer. */
        void message(ByteBuffer in, int at, int length) throws IOException;
    }

    /** A source of bytes, such as {@link InputStream#read(byte[], int, int)}. */
    @FunctionalInterface
    public interface Source {
        /** Reads at most {@code length} bytes. Returns their number, or -1 at the end of the stream. */
        int read(byte[] bytes, int offset, int length) throws IOException;
    }

    private final ByteBuffer input;
    private byte[] rest = NOTHING;
    private int restLength;

    /**
     * Creates a framer.
     *
     * @param input a buffer that is longer than the longest message
     */
    public Framer(ByteBuffer input) {
        this.input = input;
    }

    /** Reads from the connection. Returns the number of bytes, or -1 at the end of the stream. */
    public int read(ReadableByteChannel connection) throws IOException {
        return connection.read(withRest());
    }

    /** Reads from the connection, as {@link #read(ReadableByteChannel)} does. The input buffer must have an array. */
    public int read(Source connection) throws IOException {
        ByteBuffer buffer = withRest();
        int count = connection.read(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
        buffer.position(buffer.position() + Math.max(0, count));
        return count;
    }

    private ByteBuffer withRest() {
        return input.clear().put(rest, 0, restLength);
    }

    /** Returns whether a complete message was kept, because {@link #split(Handler, BooleanSupplier)} was stopped. */
    public boolean hasMessage() {
        return restLength >= Header.LENGTH && Header.length(rest, 0) <= restLength;
    }

    /** Handles messages that were kept, without a read. */
    public void splitRest(Handler handler, BooleanSupplier goesOn) throws IOException {
        withRest();
        split(handler, goesOn);
    }

    /**
     * Handles the complete messages of the last read, and keeps the rest.
     *
     * @throws MalformedMessageException if the length in a header is impossible
     */
    public void split(Handler handler) throws IOException {
        split(handler, () -> true);
    }

    /** Handles messages as {@link #split(Handler)} does, as long as the condition is true. */
    public void split(Handler handler, BooleanSupplier goesOn) throws IOException {
        int end = input.position();
        int at = 0;
        while (end - at >= Header.LENGTH && goesOn.getAsBoolean()) {
            int length = checked(Short.toUnsignedInt(input.getShort(at + 2)));
            if (end - at < length) {
                break;
            }
            handler.message(input, at, length);
            at += length;
        }
        keep(at, end);
    }

    private void keep(int at, int end) {
        restLength = end - at;
        if (restLength > rest.length) {
            rest = new byte[Math.max(LEAST_REST, Integer.highestOneBit(restLength) * 2)];
        } else if (restLength == 0 && rest.length > MAX_UNUSED) {
            rest = NOTHING;
        }
        input.get(at, rest, 0, restLength);
    }

    private static int checked(int length) {
        if (length < Header.LENGTH) {
            throw new MalformedMessageException(
                    MalformedMessageException.BAD_REQUEST,
                    MalformedMessageException.BAD_LEN,
                    "a header with length %d, needs at least %d".formatted(length, Header.LENGTH));
        }
        return length;
    }

    /** Returns a copy of a message. */
    public static byte[] copy(ByteBuffer in, int at, int length) {
        byte[] message = new byte[length];
        in.get(at, message);
        return message;
    }

    /**
     * Returns the next message of a stream, and blocks until it is complete.
     *
     * @throws EOFException at the end of the stream
     * @throws MalformedMessageException if the length in its header is impossible
     */
    public static byte[] next(InputStream in) throws IOException {
        byte[] header = in.readNBytes(Header.LENGTH);
        if (header.length < Header.LENGTH) {
            throw new EOFException("the stream ended");
        }
        byte[] message = Arrays.copyOf(header, checked(Header.length(header, 0)));
        int left = message.length - Header.LENGTH;
        if (in.readNBytes(message, Header.LENGTH, left) < left) {
            throw new EOFException("the stream ended within a message");
        }
        return message;
    }
}
