package net.beaconcontroller.decode;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;

/**
 * Splits one direction of a connection into messages. After missing bytes or an invalid header it resynchronizes at the
 * next segment that begins with a plausible header.
 */
final class MessageFramer {
    private static final int MAX_HELLO_LENGTH = 1024;

    private final Decoder decoder;
    private final TcpEndpoint source;
    private final TcpEndpoint destination;

    /** The received part of an incomplete message. */
    private byte[] partial = {};

    private Instant partialTime = Instant.EPOCH;

    private Instant lastTime = Instant.EPOCH;
    private boolean isOpen;
    private boolean isSynchronized;
    private long position;
    private long skipped;

    MessageFramer(Decoder decoder, TcpEndpoint source, TcpEndpoint destination) {
        this.decoder = decoder;
        this.source = source;
        this.destination = destination;
    }

    /** Handles a SYN: the first message begins at the first byte. */
    void begins() {
        // At another position it is a retransmission.
        isSynchronized |= position == 0;
    }

    /** Starts to print messages, beginning with the buffered ones. */
    void open() {
        isOpen = true;
        byte[] waiting = partial;
        clearPartial();
        if (waiting.length > 0) {
            data(partialTime, ByteBuffer.wrap(waiting));
        }
    }

    /** Returns whether a complete header is buffered. */
    boolean hasHeader() {
        return partial.length >= Header.LENGTH;
    }

    /** Returns whether the buffered bytes begin with a plausible HELLO. */
    boolean beginsWithHello() {
        return isPlausible(partial, 0, partial.length)
                && Header.type(partial, 0) == MessageType.HELLO.wire(Version.OF13)
                && Header.length(partial, 0) <= MAX_HELLO_LENGTH;
    }

    /** Returns the buffered bytes. */
    int held() {
        return partial.length;
    }

    /** Handles bytes in order, in an array-backed buffer. */
    void data(Instant time, ByteBuffer data) {
        byte[] array = data.array();
        int offset = data.arrayOffset() + data.position();
        int length = data.remaining();
        lastTime = time;
        if (isOpen && !isSynchronized) {
            if (!isPlausible(array, offset, length)) {
                skip(length);
                return;
            }
            reportSkipped();
            isSynchronized = true;
        }
        append(time, array, offset, length);
        if (isOpen) {
            cut(time);
        }
    }

    /** Handles a gap of {@code length} bytes. */
    void gap(Instant time, long length) {
        lastTime = time;
        position += partial.length;
        if (isOpen) {
            String where = partial.length > 0 ? " in the middle of a message" : "";
            report(time, "%d bytes are missing in the capture%s".formatted(length, where));
            isSynchronized = false;
        }
        clearPartial();
        position += length;
    }

    /** Reports incomplete data at the end of the connection. */
    void end() {
        reportSkipped();
        if (partial.length > 0 && isOpen) {
            report(lastTime, "incomplete message of %d bytes at the end".formatted(partial.length));
        }
        clearPartial();
    }

    /** Reports an error in this direction. */
    void report(Instant time, String message) {
        report(time, position, message);
    }

    private void report(Instant time, long offset, String message) {
        decoder.error(origin(time), DecodeError.of("tcp", offset, message));
    }

    private void append(Instant time, byte[] array, int offset, int length) {
        int held = partial.length;
        if (held == 0) {
            partialTime = time;
        }
        partial = Arrays.copyOf(partial, held + length);
        System.arraycopy(array, offset, partial, held, length);
    }

    /** Prints complete messages and keeps the rest. The first message began at {@code partialTime}. */
    private void cut(Instant time) {
        int at = 0;
        while (partial.length - at >= Header.LENGTH) {
            if (refuses(at)) {
                isSynchronized = false;
                skip(partial.length - at);
                clearPartial();
                return;
            }
            int length = Header.length(partial, at);
            if (length > partial.length - at) {
                break;
            }
            decoder.message(origin(partialTime), partial, at, length);
            partialTime = time;
            at += length;
            position += length;
        }
        partial = Arrays.copyOfRange(partial, at, partial.length);
    }

    /** Returns whether the header is invalid, so that its length is unusable, and prints the error. */
    private boolean refuses(int start) {
        if (Version.ofWire(Header.version(partial, start)).isEmpty()) {
            decoder.message(origin(partialTime), partial, start, partial.length - start);
            return true;
        }
        int length = Header.length(partial, start);
        if (length < Header.LENGTH) {
            decoder.error(origin(partialTime), DecodeError.tooShort(length));
        }
        return length < Header.LENGTH;
    }

    private void clearPartial() {
        partial = new byte[0];
    }

    private void skip(int length) {
        skipped += length;
        position += length;
    }

    private void reportSkipped() {
        if (skipped > 0) {
            report(lastTime, position - skipped, "%d bytes skipped outside a message".formatted(skipped));
            skipped = 0;
        }
    }

    private CaptureOrigin origin(Instant time) {
        return new CaptureOrigin(time, source, destination);
    }

    private static boolean isPlausible(byte[] array, int offset, int length) {
        return length >= Header.LENGTH
                && Header.length(array, offset) >= Header.LENGTH
                && Version.ofWire(Header.version(array, offset))
                        .flatMap(version -> MessageType.ofWire(version, Header.type(array, offset)))
                        .isPresent();
    }
}
