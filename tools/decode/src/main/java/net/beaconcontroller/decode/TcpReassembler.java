package net.beaconcontroller.decode;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reassembles one direction of a TCP connection: delivers each byte once, in order. Segments after a gap are buffered
 * until the gap is filled or is taken as missing in the capture: after the time of a retransmission, or when the buffer
 * is full.
 */
final class TcpReassembler {
    /** The maximum distance from the expected sequence number; a more distant segment belongs to another connection. */
    private static final int MAX_DISTANCE = 1 << 24;

    private static final int MAX_HELD = 1 << 20;
    /** The memory of the objects of a buffered segment, in bytes. */
    private static final int SEGMENT_OVERHEAD = 100;

    private static final Duration MAX_WAIT = Duration.ofSeconds(2);

    private record Piece(Instant time, ByteBuffer data) {}

    private final MessageFramer receiver;
    private final TreeMap<Long, Piece> pieces = new TreeMap<>();
    private boolean hasBegun;
    private int first;
    private long next;
    private int held;

    TcpReassembler(MessageFramer receiver) {
        this.receiver = receiver;
    }

    /** Returns whether a SYN may begin this stream: the first SYN, or its retransmission. */
    boolean mayBeginWith(TcpSegment segment) {
        return !hasBegun || segment.sequence() == first;
    }

    /** Returns the offset of a segment from the expected sequence number. */
    int distanceOf(TcpSegment segment) {
        return hasBegun ? segment.sequence() - (first + (int) next) : 0;
    }

    boolean isNear(TcpSegment segment) {
        return Math.abs((long) distanceOf(segment)) <= MAX_DISTANCE;
    }

    /** Returns the approximate memory of buffered segments in bytes. */
    int held() {
        return held;
    }

    void add(TcpSegment segment) {
        if (!hasBegun) {
            if (!segment.begins() && !segment.data().hasRemaining()) {
                // Possibly a keep-alive, whose sequence number is one too small.
                return;
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
            held -= piece.data.remaining() + SEGMENT_OVERHEAD;
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
        held += known == null ? length + SEGMENT_OVERHEAD : length - known.data.remaining();
    }

    /** Skips gaps that are too old, or while the buffer is full. */
    void skipGaps(Instant now) {
        while (!pieces.isEmpty()
                && (held > MAX_HELD
                        || pieces.firstEntry().getValue().time.plus(MAX_WAIT).isBefore(now))) {
            skipGap();
        }
    }

    /** Skips all gaps. */
    void end() {
        while (!pieces.isEmpty()) {
            skipGap();
        }
    }

    private void skipGap() {
        long end = pieces.firstKey();
        long missing = end - next;
        next = end;
        receiver.gap(pieces.firstEntry().getValue().time, missing);
        deliverPieces();
    }
}
