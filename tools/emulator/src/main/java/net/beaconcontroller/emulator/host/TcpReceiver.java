package net.beaconcontroller.emulator.host;

import java.util.Map;
import java.util.TreeMap;

/**
 * The receiving end of a TCP connection, which discards the bytes. It acknowledges each segment and closes its side
 * together with the sender.
 */
final class TcpReceiver {
    /** The receiver's initial sequence number. Only its SYN and its FIN consume sequence numbers. */
    private static final int OWN_SEQUENCE = 0;

    private final int first;
    /** The next expected sequence number, extended to 64 bits. */
    private long next;

    private long end = Long.MAX_VALUE;

    /** The ranges received out of order, from start to end. */
    private final TreeMap<Long, Long> early = new TreeMap<>();

    /** @param syn the segment that opens the connection */
    TcpReceiver(TcpSegment syn) {
        first = syn.sequence();
        next = Integer.toUnsignedLong(first) + 1;
    }

    /** Whether the segment is a retransmission of the SYN that opened this connection. */
    boolean isOpenedBy(TcpSegment syn) {
        return syn.sequence() == first;
    }

    /** Returns the reply to the SYN. */
    TcpSegment accept(TcpSegment syn) {
        return syn.answer(OWN_SEQUENCE, (int) next, TcpSegment.SYN | TcpSegment.ACK);
    }

    /** Whether the segment consumes sequence numbers, so that it must be acknowledged. */
    static boolean isAnswered(TcpSegment segment) {
        return segment.length() > 0 || segment.has(TcpSegment.FIN);
    }

    /** Handles a segment and returns the acknowledgment. */
    TcpSegment receive(TcpSegment segment) {
        long from = next + (segment.sequence() - (int) next);
        long to = from + segment.length();
        if (segment.has(TcpSegment.FIN)) {
            end = to;
        }
        if (from <= next + TcpSegment.WINDOW) {
            early.merge(from, to, Math::max);
        }
        while (!early.isEmpty() && early.firstKey() <= next) {
            Map.Entry<Long, Long> piece = early.pollFirstEntry();
            next = Math.max(next, piece.getValue());
        }
        return next >= end
                ? segment.answer(OWN_SEQUENCE + 1, (int) end + 1, TcpSegment.FIN | TcpSegment.ACK)
                : segment.answer(OWN_SEQUENCE + 1, (int) next, TcpSegment.ACK);
    }
}
