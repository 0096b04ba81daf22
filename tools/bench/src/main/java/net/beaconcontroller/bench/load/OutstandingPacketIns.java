package net.beaconcontroller.bench.load;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The packet-ins of a switch and their answers. Packet-ins are numbered from 0 in the order of sending. A ring buffer
 * has one byte for each of the latest, so that sending and answering cost one access; older outstanding packet-ins are
 * in a set.
 *
 * <p>The ID, of the buffer and in the frame, is the number modulo 2^30, plus 1. The transaction ID is the same in
 * another range. Thus late, duplicated and unknown answers are detected. Not thread-safe.
 */
final class OutstandingPacketIns {
    /** OFP_NO_BUFFER. */
    static final int NO_BUFFER = -1;

    /** The kinds of answers, bits of a mark. */
    static final int FLOW_MOD = 1;

    static final int PACKET_OUT = 2;

    /** The mark of a packet-in that was given up. */
    private static final int GIVEN_UP = 4;

    /** No such packet-in. */
    static final long NONE = -1;

    private static final int CYCLE = 1 << 30;

    /** The offset of transaction IDs, far from those that controllers choose. */
    private static final int XID_BASE = 1 << 30;

    private static final int LEAST_HISTORY = 1024;

    private final byte[] marks;
    private final int mask;
    private final Set<Long> overdue = new HashSet<>();
    private long sent;
    private long answered;
    private long givenUp;

    /** Creates the state for a window of this size. The history is a multiple of it. */
    OutstandingPacketIns(int window) {
        int history = Math.max(LEAST_HISTORY, Integer.highestOneBit(window) * 8);
        marks = new byte[history];
        Arrays.fill(marks, (byte) (FLOW_MOD | PACKET_OUT));
        mask = history - 1;
    }

    /** Returns the transaction ID and, in the low 32 bits, the ID of a packet-in. */
    static long xidAndId(long number) {
        long id = (number & (CYCLE - 1)) + 1;
        return ((XID_BASE + id) << 32) | id;
    }

    /** Returns the number of packet-ins sent. */
    long sent() {
        return sent;
    }

    /** Returns the number of packet-ins answered. */
    long answered() {
        return answered;
    }

    /** Returns the number of outstanding packet-ins, without those that were given up. */
    long count() {
        return sent - answered - givenUp;
    }

    /** Records that {@code count} more packet-ins were sent. */
    void send(int count) {
        for (int i = 0; i < count; i++, sent++) {
            int at = (int) sent & mask;
            if (marks[at] == 0) {
                overdue.add(sent - marks.length);
            }
            marks[at] = 0;
        }
    }

    /** Returns the packet-in with this ID, or {@link #NONE}. */
    long ofId(int id) {
        int remainder = id - 1;
        if (remainder < 0 || remainder >= CYCLE) {
            return NONE;
        }
        long last = sent - 1;
        return Math.max(NONE, last - ((last - remainder) & (CYCLE - 1)));
    }

    /** Returns the packet-in with this transaction ID, or {@link #NONE}. */
    long ofXid(int xid) {
        return ofId(xid - XID_BASE);
    }

    /**
     * Records an answer.
     *
     * @param number the number of a sent packet-in
     * @param kind {@link #FLOW_MOD} or {@link #PACKET_OUT}
     * @return the kinds of earlier answers; 0 if this is the first
     */
    int answer(long number, int kind) {
        if (sent - number > marks.length) {
            return answerOld(number, kind);
        }
        int at = (int) number & mask;
        int before = marks[at];
        marks[at] = (byte) (before | kind);
        if (before == 0) {
            answered++;
        }
        return before & ~GIVEN_UP;
    }

    /** Excludes one of the latest packet-ins from the outstanding ones if it is unanswered. */
    void giveUp(long number) {
        int at = (int) number & mask;
        if (sent - number <= marks.length && marks[at] == 0) {
            marks[at] = GIVEN_UP;
            givenUp++;
        }
    }

    private int answerOld(long number, int kind) {
        if (!overdue.remove(number)) {
            // Answered before; the kind is no longer in the history.
            return kind;
        }
        answered++;
        return 0;
    }
}
