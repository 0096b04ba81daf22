package net.beaconcontroller.bench.load;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Which packet-ins of a switch have been answered, and how. They are numbered from 0 in the order in which they are sent. What
 * has been said of the latest is kept in a ring, so that sending and answering cost a byte each; of those before, the few that
 * still wait are kept in a set.
 *
 * <p>The number is also the buffer id, counted from 1 and beginning anew after 2^30, and in another range the transaction id;
 * so an answer that comes late, twice, or to nothing at all is known as such. For one thread.
 */
final class OutstandingPacketIns {
    /** The buffer id that says there is none. */
    static final int NO_BUFFER = -1;

    /** Which kinds of answers have come: the bits of a mark. */
    static final int FLOW_MOD = 1;

    static final int PACKET_OUT = 2;

    /** No packet-in of this switch. */
    static final long NONE = -1;

    private static final int CYCLE = 1 << 30;

    /** Far from where controllers begin to count their own messages. */
    private static final int XID_BASE = 1 << 30;

    private static final int LEAST_HISTORY = 1024;

    private final byte[] marks;
    private final int mask;
    private final Set<Long> overdue = new HashSet<>();
    private long sent;
    private long answered;

    /** For a switch of which no more than so many packet-ins wait for their answers at a time, as a rule. */
    OutstandingPacketIns(int window) {
        int history = Math.max(LEAST_HISTORY, Integer.highestOneBit(window) * 8);
        marks = new byte[history];
        Arrays.fill(marks, (byte) (FLOW_MOD | PACKET_OUT));
        mask = history - 1;
    }

    /** The packet-in's transaction id, and in the low 32 bits its buffer id. */
    static long xidAndBuffer(long number) {
        long id = (number & (CYCLE - 1)) + 1;
        return ((XID_BASE + id) << 32) | id;
    }

    /** How many were sent. */
    long sent() {
        return sent;
    }

    /** How many of them were answered. */
    long answered() {
        return answered;
    }

    /** How many wait for an answer. */
    long waiting() {
        return sent - answered;
    }

    /** Takes in that this many more were sent. */
    void send(int count) {
        for (int i = 0; i < count; i++, sent++) {
            int at = (int) sent & mask;
            if (marks[at] == 0) {
                overdue.add(sent - marks.length);
            }
            marks[at] = 0;
        }
    }

    /** The packet-in that was sent with this buffer id, or {@link #NONE}. */
    long ofBuffer(int bufferId) {
        int id = bufferId - 1;
        if (id < 0 || id >= CYCLE) {
            return NONE;
        }
        long last = sent - 1;
        return Math.max(NONE, last - ((last - id) & (CYCLE - 1)));
    }

    /** The packet-in that was sent with this transaction id, or {@link #NONE}. */
    long ofXid(int xid) {
        return ofBuffer(xid - XID_BASE);
    }

    /**
     * Takes in an answer to a packet-in.
     *
     * @param number of one that was sent
     * @param kind {@link #FLOW_MOD} or {@link #PACKET_OUT}
     * @return what was known of it: 0 if this is its first answer, else the kinds that came before
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
        return before;
    }

    private int answerOld(long number, int kind) {
        if (!overdue.remove(number)) {
            return kind; // it was answered; how, is forgotten
        }
        answered++;
        return 0;
    }
}
