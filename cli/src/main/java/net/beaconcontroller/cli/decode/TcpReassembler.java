package net.beaconcontroller.cli.decode;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * One direction of a TCP connection: puts what its segments carry in order, each byte once. What comes before its turn is held
 * until the bytes between have come, or until it is clear that they were not captured: a sender would have sent them again
 * long since, or too much is held.
 */
final class TcpReassembler {
    /** Hears of the bytes in their order. */
    interface Receiver {
        /** The bytes lie in an array, and are not to be kept. */
        void data(Instant time, ByteBuffer data);

        /** So many bytes are not there. */
        void gap(Instant time, long length);
    }

    /** Windows may be larger, but what is so far away is of another connection between the same ports. */
    private static final int MAX_DISTANCE = 1 << 24;

    private static final int MAX_HELD = 1 << 20;
    private static final int HELD_BESIDE_BYTES = 100; // the objects around them
    private static final Duration MAX_WAIT = Duration.ofSeconds(2);

    private record Piece(Instant time, ByteBuffer data) {}

    private final Receiver receiver;
    private final TreeMap<Long, Piece> pieces = new TreeMap<>();
    private boolean hasBegun;
    private int first;
    private long next;
    private int held;

    TcpReassembler(Receiver receiver) {
        this.receiver = receiver;
    }

    /** Whether a SYN is that of this stream, or the first one that it sees. */
    boolean mayBeginWith(TcpSegment segment) {
        return !hasBegun || segment.sequence() == first;
    }

    /** How far from the next byte expected a segment begins. */
    int distanceOf(TcpSegment segment) {
        return hasBegun ? segment.sequence() - (first + (int) next) : 0;
    }

    boolean isNear(TcpSegment segment) {
        return Math.abs((long) distanceOf(segment)) <= MAX_DISTANCE;
    }

    /** What is held, in bytes, more or less. */
    int held() {
        return held;
    }

    void add(TcpSegment segment) {
        if (!hasBegun) {
            if (!segment.begins() && !segment.data().hasRemaining()) {
                return; // may be a keep-alive, whose number is one too small
            }
            hasBegun = true;
            first = segment.sequence();
        }
        long position = next + distanceOf(segment);
        if (position <= next) {
            deliver(position, segment.time(), segment.data());
            deliverPieces();
        } else if (segment.data().hasRemaining()) {
            hold(position, segment);
        }
    }

    private void deliver(long position, Instant time, ByteBuffer data) {
        int known = (int) (next - position);
        int length = data.remaining();
        if (length > known) {
            next = position + length;
            receiver.data(time, data.slice(data.position() + known, length - known));
        }
    }

    private void deliverPieces() {
        while (!pieces.isEmpty() && pieces.firstKey() <= next) {
            Map.Entry<Long, Piece> entry = pieces.pollFirstEntry();
            Piece piece = entry.getValue();
            held -= piece.data.remaining() + HELD_BESIDE_BYTES;
            deliver(entry.getKey(), piece.time, piece.data);
        }
    }

    private void hold(long position, TcpSegment segment) {
        Piece known = pieces.get(position);
        int length = segment.data().remaining();
        if (known != null && known.data.remaining() >= length) {
            return;
        }
        ByteBuffer copy =
                ByteBuffer.allocate(length).put(segment.data().duplicate()).flip();
        pieces.put(position, new Piece(segment.time(), copy));
        held += known == null ? length + HELD_BESIDE_BYTES : length - known.data.remaining();
    }

    /** Passes over bytes that have not come by now. */
    void passOverGaps(Instant now) {
        while (!pieces.isEmpty()
                && (held > MAX_HELD
                        || pieces.firstEntry().getValue().time.plus(MAX_WAIT).isBefore(now))) {
            passOverGap();
        }
    }

    /** Passes over all bytes that have not come. */
    void end() {
        while (!pieces.isEmpty()) {
            passOverGap();
        }
    }

    private void passOverGap() {
        long end = pieces.firstKey();
        long missing = end - next;
        next = end;
        receiver.gap(pieces.firstEntry().getValue().time, missing);
        deliverPieces();
    }
}
