package net.beaconcontroller.bench.load;

import java.nio.ByteBuffer;
import net.beaconcontroller.openflow.Version;

/**
 * Matches flow-mods and packet-outs with the packet-ins of a switch: by buffer ID, else by transaction ID, else, for
 * controllers that copy neither, by order. The first answer of a kind selects the method for that kind. Not
 * thread-safe.
 */
final class AnswerMatcher {
    /** The transaction ID of the priming packet-in. No packet-in of the load has it. */
    static final int PRIMING_XID = 0x1eac4e12;

    /** An answer to a priming packet-in, not to the load. */
    private static final long IGNORED = -2;

    private static final int XID = 4;
    private static final int ETHER_TYPE = 12;
    private static final int IPV4 = 0x0800;

    private final OutstandingPacketIns outstanding;
    private final AnswerLayout layout;
    private final AnswerCounts counts;

    /** Bits of the kinds that are matched by ID; {@link #ordered} are those matched by order. */
    private int identified;

    private int ordered;
    /** The next packet-in of those that are matched by order, by kind. */
    private final long[] next = new long[OutstandingPacketIns.PACKET_OUT + 1];

    /** The latest packet-in that was answered, by kind. */
    private final long[] last = new long[OutstandingPacketIns.PACKET_OUT + 1];

    /** Outstanding answers to priming packet-ins when the load began. */
    private int late;

    AnswerMatcher(OutstandingPacketIns outstanding, Version version, AnswerCounts counts) {
        this.outstanding = outstanding;
        this.layout = AnswerLayout.of(version);
        this.counts = counts;
    }

    /** Ignores the next {@code count} unmatched answers, which belong to priming packet-ins. */
    void expectLate(int count) {
        late = count;
    }

    /**
     * Returns whether a message answers the priming packet-in. Controllers also send flow-mods during the handshake, so
     * that a flow-mod counts only with the transaction ID; most controllers flood by a packet-out.
     */
    boolean answersPriming(ByteBuffer in, int at, int length) {
        if (Short.toUnsignedInt(in.getShort(at)) == layout.packetOut()) {
            return length >= layout.packetOutLength() && !isOfController(in, at, length);
        }
        return in.getInt(at + XID) == PRIMING_XID;
    }

    /** Returns whether any answers were matched by order only. */
    boolean areOrdered() {
        return ordered != 0;
    }

    /**
     * Handles a FLOW_MOD. Returns the packet-in if this is its first answer, else {@link OutstandingPacketIns#NONE}.
     */
    long flowMod(ByteBuffer in, int at, int length) {
        if (length < layout.flowModLength()) {
            return unknown();
        }
        if (in.get(at + layout.command()) > AnswerLayout.MAX_FORWARDING_COMMAND) {
            return OutstandingPacketIns.NONE;
        }
        counts.flowMods++;
        return answer(OutstandingPacketIns.FLOW_MOD, in.getInt(at + layout.flowModBuffer()), in.getInt(at + XID));
    }

    /**
     * Handles a PACKET_OUT. Returns the packet-in if this is its first answer, else {@link OutstandingPacketIns#NONE}.
     */
    long packetOut(ByteBuffer in, int at, int length) {
        if (length < layout.packetOutLength()) {
            return unknown();
        }
        int bufferId = in.getInt(at + AnswerLayout.PACKET_OUT_BUFFER);
        if (bufferId == OutstandingPacketIns.NO_BUFFER && isOfController(in, at, length)) {
            return OutstandingPacketIns.NONE;
        }
        counts.packetOuts++;
        return answer(OutstandingPacketIns.PACKET_OUT, bufferId, in.getInt(at + XID));
    }

    private long answer(int kind, int bufferId, int xid) {
        long number =
                bufferId == OutstandingPacketIns.NO_BUFFER ? unbuffered(kind, xid) : outstanding.ofBuffer(bufferId);
        if (number < 0) {
            return number == OutstandingPacketIns.NONE ? unknown() : OutstandingPacketIns.NONE;
        }
        identified |= kind;
        int before = outstanding.answer(number, kind);
        if ((before & kind) != 0) {
            counts.duplicated++;
        } else if (number < last[kind]) {
            counts.reordered++;
        } else {
            last[kind] = number;
        }
        return before == 0 ? number : OutstandingPacketIns.NONE;
    }

    private long unknown() {
        counts.unknown++;
        return OutstandingPacketIns.NONE;
    }

    private long unbuffered(int kind, int xid) {
        if ((ordered & kind) == 0) {
            long number = outstanding.ofXid(xid);
            if (number != OutstandingPacketIns.NONE) {
                return number;
            }
            if (late > 0) {
                late--;
                return IGNORED;
            }
            if ((identified & kind) != 0) {
                return OutstandingPacketIns.NONE;
            }
            ordered |= kind;
        }
        return next[kind] < outstanding.sent() ? next[kind]++ : OutstandingPacketIns.NONE;
    }

    /** Returns whether a PACKET_OUT carries a frame of the controller, such as LLDP or ARP. All packet-ins are IPv4. */
    private boolean isOfController(ByteBuffer in, int at, int length) {
        int type = layout.frame(in, at) + ETHER_TYPE;
        return type + Short.BYTES <= at + length && in.getShort(type) != IPV4;
    }
}
