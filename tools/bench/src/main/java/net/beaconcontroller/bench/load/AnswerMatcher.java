package net.beaconcontroller.bench.load;

import java.nio.ByteBuffer;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.PacketInForm;

/**
 * Matches flow-mods and packet-outs with the packet-ins of a switch. Those that name a buffer are matched by its ID,
 * other packet-outs by the ID in their frame. A packet-out without actions is not an answer: it drops the packet.
 *
 * <p>A flow-mod without a buffer ID is ignored as soon as another answer was matched by a buffer ID or a frame: it is a
 * flow for later packets, such as that of the opposite direction. Else it is matched by its transaction ID. If the
 * controller does not copy that, it is matched by order; in a load of unbuffered packet-ins, it is not an answer,
 * because it does not forward the packet. The first flow-mod selects the method. Not thread-safe.
 */
final class AnswerMatcher {
    /** The transaction ID of the priming packet-in. No packet-in of the load has it. */
    static final int PRIMING_XID = 0x1eac4e12;

    /** Not an answer to the load. */
    private static final long IGNORED = -2;

    private static final int XID = 4;

    private final OutstandingPacketIns outstanding;
    private final AnswerLayout layout;
    private final long destination;
    private final AnswerCounts counts;
    private final boolean buffered;

    /** Whether an answer was matched by a buffer ID or a frame. */
    private boolean named;

    /** Whether a flow-mod was matched by its transaction ID. */
    private boolean identified;

    /** Whether flow-mods have no ID. */
    private boolean anonymous;

    /** The next packet-in to be matched by order. */
    private long next;

    /** The latest packet-in that was answered, by kind. */
    private final long[] last = new long[OutstandingPacketIns.PACKET_OUT + 1];

    /** Outstanding answers to packet-ins that announce the destination. */
    private int late;

    AnswerMatcher(OutstandingPacketIns outstanding, Load load, long destination, AnswerCounts counts) {
        this.outstanding = outstanding;
        this.layout = AnswerLayout.of(load.version());
        this.destination = destination;
        this.counts = counts;
        this.buffered = load.form() != PacketInForm.UNBUFFERED;
    }

    /** Ignores {@code count} more unmatched answers, which belong to packet-ins that announce the destination. */
    void expectLate(int count) {
        late += count;
    }

    /**
     * Returns whether a message answers the priming packet-in. Controllers also send flow-mods during the handshake, so
     * that a flow-mod counts only with the transaction ID; most controllers flood by a packet-out. A packet-out to the
     * flow tables is not an answer: a switch without flows would send the packet-in again. One without actions is not:
     * the controller ignores packets of this port still.
     */
    boolean answersPriming(ByteBuffer in, int at, int length) {
        if (Short.toUnsignedInt(in.getShort(at)) == layout.packetOut()) {
            return length >= layout.packetOutLength()
                    && !layout.isDrop(in, at)
                    && !PacketInBatch.isForeign(in, layout.frame(in, at), at + length, destination)
                    && !layout.isToTables(in, at);
        }
        return in.getInt(at + XID) == PRIMING_XID;
    }

    /** Returns whether any answers were matched by order only. */
    boolean areOrdered() {
        return anonymous && buffered;
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
        int bufferId = in.getInt(at + layout.flowModBuffer());
        if (bufferId != OutstandingPacketIns.NO_BUFFER) {
            return answer(OutstandingPacketIns.FLOW_MOD, named(outstanding.ofId(bufferId)));
        }
        return named
                ? OutstandingPacketIns.NONE
                : answer(OutstandingPacketIns.FLOW_MOD, ofUnbufferedFlowMod(in.getInt(at + XID)));
    }

    /**
     * Handles a PACKET_OUT. Returns the packet-in if this is its first answer, else {@link OutstandingPacketIns#NONE}.
     */
    long packetOut(ByteBuffer in, int at, int length) {
        if (length < layout.packetOutLength()) {
            return unknown();
        }
        if (layout.isDrop(in, at)) {
            return OutstandingPacketIns.NONE;
        }
        int bufferId = in.getInt(at + AnswerLayout.PACKET_OUT_BUFFER);
        long number;
        if (bufferId == OutstandingPacketIns.NO_BUFFER) {
            int frame = layout.frame(in, at);
            if (PacketInBatch.isForeign(in, frame, at + length, destination)) {
                return OutstandingPacketIns.NONE;
            }
            number = orLate(named(outstanding.ofId(PacketInBatch.idOf(in, frame, at + length))));
        } else {
            number = named(outstanding.ofId(bufferId));
        }
        counts.packetOuts++;
        return answer(OutstandingPacketIns.PACKET_OUT, number);
    }

    private long answer(int kind, long number) {
        if (number < 0) {
            return number == OutstandingPacketIns.NONE ? unknown() : OutstandingPacketIns.NONE;
        }
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

    private long ofUnbufferedFlowMod(int xid) {
        if (!anonymous) {
            long number = orLate(identified(outstanding.ofXid(xid)));
            if (number != OutstandingPacketIns.NONE || identified) {
                return number;
            }
            anonymous = true;
        }
        if (!buffered) {
            return IGNORED;
        }
        return next < outstanding.sent() ? next++ : OutstandingPacketIns.NONE;
    }

    private long named(long number) {
        named |= number != OutstandingPacketIns.NONE;
        return number;
    }

    private long identified(long number) {
        identified |= number != OutstandingPacketIns.NONE;
        return number;
    }

    /** Returns the packet-in, or {@link #IGNORED} if there is none and an answer to an announcement is expected. */
    private long orLate(long number) {
        if (number == OutstandingPacketIns.NONE && late > 0) {
            late--;
            return IGNORED;
        }
        return number;
    }
}
