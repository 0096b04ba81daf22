package net.beaconcontroller.emulator.host;

import java.util.Map;
import java.util.TreeMap;

/**
 * The end of a connection that takes bytes and forgets them. It answers each segment with the number of the byte that it waits
 * for, and closes its side with the other.
 */
final class TcpReceiver {
    /** Its own sequence number: it sends nothing that is counted but SYN and FIN. */
    private static final int OWN_SEQUENCE = 0;

    private final int first;
    /** What comes next; as sequence numbers go, but in 64 bits. */
    private long next;

    private long end = Long.MAX_VALUE;

    /** What came too early: from where, and to where. */
    private final TreeMap<Long, Long> early = new TreeMap<>();

    /** @param syn the segment that opens the connection */
    TcpReceiver(TcpSegment syn) {
        first = syn.sequence();
        next = Integer.toUnsignedLong(first) + 1;
    }

    /** Whether the segment asks for this connection, once more. */
    boolean isOpenedBy(TcpSegment syn) {
        return syn.sequence() == first;
    }

    /** The answer to the SYN. */
    TcpSegment accept(TcpSegment syn) {
        return syn.answer(OWN_SEQUENCE, (int) next, TcpSegment.SYN | TcpSegment.ACK);
    }

    /** Whether the segment has to be answered: whether it carries something. */
    static boolean isAnswered(TcpSegment segment) {
        return segment.length() > 0 || segment.has(TcpSegment.FIN);
    }

    /** Takes what the segment carries, and answers. */
    TcpSegment hear(TcpSegment segment) {
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
