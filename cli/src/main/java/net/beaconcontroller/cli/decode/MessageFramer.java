package net.beaconcontroller.cli.decode;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;

/**
 * Cuts one direction of a connection into messages. Where it cannot know where the next message begins, because bytes are
 * missing or a header says nonsense, it goes on at the next segment that begins as messages do.
 */
final class MessageFramer implements TcpReassembler.Receiver {
    private static final int MAX_HELLO_LENGTH = 1024;

    private final Decoder decoder;
    private final TcpEndpoint source;
    private final TcpEndpoint destination;

    /** What has come of a message that is not there in whole. */
    private byte[] begun = {};

    private int begunLength;
    private Instant begunTime = Instant.EPOCH;

    private Instant lastTime = Instant.EPOCH;
    private boolean isOpen;
    private boolean isInStep;
    private long position; // of what is to be cut next, from the begin of the connection
    private long passedOver;

    MessageFramer(Decoder decoder, TcpEndpoint source, TcpEndpoint destination) {
        this.decoder = decoder;
        this.source = source;
        this.destination = destination;
    }

    /** The connection begins here, and with it a message. */
    void begins() {
        isInStep |= position == 0; // else it is the same SYN again
    }

    /** From now on messages are printed, and first those that have come by now. */
    void open() {
        isOpen = true;
        ByteBuffer waiting = ByteBuffer.wrap(begun, 0, begunLength);
        dropBegun();
        if (waiting.hasRemaining()) {
            data(begunTime, waiting);
        }
    }

    /** Whether enough waits to see what it is. */
    boolean hasHeader() {
        return begunLength >= Header.LENGTH;
    }

    /** Whether what waits begins like the HELLO that begins a connection. */
    boolean beginsWithHello() {
        return isPlausible(begun, 0, begunLength)
                && Header.type(begun, 0) == MessageType.HELLO.wire(Version.OF13)
                && Header.length(begun, 0) <= MAX_HELLO_LENGTH;
    }

    /** What is held, in bytes. */
    int held() {
        return begun.length;
    }

    @Override
    public void data(Instant time, ByteBuffer data) {
        byte[] array = data.array();
        int offset = data.arrayOffset() + data.position();
        int length = data.remaining();
        lastTime = time;
        if (isOpen && !isInStep) {
            if (!isPlausible(array, offset, length)) {
                passOver(length);
                return;
            }
            tellPassedOver();
            isInStep = true;
        }
        if (begunLength > 0 || !isOpen) {
            append(time, array, offset, length);
            if (isOpen) {
                cut(time, begun, 0, begunLength);
            }
        } else {
            begunTime = time;
            cut(time, array, offset, offset + length);
        }
    }

    @Override
    public void gap(Instant time, long length) {
        lastTime = time;
        position += begunLength;
        if (isOpen) {
            String where = begunLength > 0 ? " in the middle of a message" : "";
            tell(time, "%d bytes are missing in the capture%s".formatted(length, where));
            isInStep = false;
        }
        dropBegun();
        position += length;
    }

    /** Tells what is left when nothing more comes. */
    void end() {
        tellPassedOver();
        if (begunLength > 0 && isOpen) {
            tell(lastTime, "the last %d bytes are not a whole message".formatted(begunLength));
        }
        dropBegun();
    }

    /** Tells something of this direction. */
    void tell(Instant time, String mistake) {
        tell(time, position, mistake);
    }

    private void tell(Instant time, long offset, String mistake) {
        decoder.mistake(origin(time), DecodeError.of("tcp", offset, mistake));
    }

    private void append(Instant time, byte[] array, int offset, int length) {
        if (begunLength == 0) {
            begunTime = time;
        }
        if (begunLength + length > begun.length) {
            begun = Arrays.copyOf(begun, Math.max(2 * begun.length, begunLength + length));
        }
        System.arraycopy(array, offset, begun, begunLength, length);
        begunLength += length;
    }

    /** Prints the whole messages and keeps the rest. The first begins at begunTime. */
    private void cut(Instant time, byte[] array, int start, int end) {
        int at = start;
        while (end - at >= Header.LENGTH) {
            if (refuses(array, at, end)) {
                isInStep = false;
                passOver(end - at);
                dropBegun();
                return;
            }
            int length = Header.length(array, at);
            if (length > end - at) {
                break;
            }
            decoder.message(origin(begunTime), array, at, length);
            begunTime = time;
            at += length;
            position += length;
        }
        keep(array, at, end - at);
    }

    /** Whether the header says nonsense, so that its length means nothing; says so. */
    private boolean refuses(byte[] array, int start, int end) {
        int length = Header.length(array, start);
        if (Version.ofWire(Header.version(array, start)).isEmpty()) {
            decoder.message(origin(begunTime), array, start, end - start); // knows what to say of the version
            return true;
        }
        if (length < Header.LENGTH) {
            decoder.mistake(origin(begunTime), Decoder.tooSmall(length));
            return true;
        }
        return false;
    }

    private void keep(byte[] array, int start, int length) {
        if (length == 0) {
            dropBegun();
            return;
        }
        if (begun.length < length) {
            begun = new byte[length];
        }
        if (array != begun || start > 0) { // else a long message in short segments would be copied again and again
            System.arraycopy(array, start, begun, 0, length);
        }
        begunLength = length;
    }

    private void dropBegun() {
        begun = new byte[0];
        begunLength = 0;
    }

    private void passOver(int length) {
        passedOver += length;
        position += length;
    }

    private void tellPassedOver() {
        if (passedOver > 0) {
            tell(lastTime, position - passedOver, "%d bytes passed over, which begin no message".formatted(passedOver));
            passedOver = 0;
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
