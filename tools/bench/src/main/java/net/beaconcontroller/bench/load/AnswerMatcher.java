package net.beaconcontroller.bench.load;

import java.nio.ByteBuffer;
import net.beaconcontroller.openflow.Version;

/**
 * Finds the packet-in of a switch that a flow-mod or packet-out answers: by its buffer id; where it has none, by its
 * transaction id; and for controllers that give neither back, by the order in which they come. Which of these it is, is
 * decided for each kind by the first one that comes. For one thread.
 */
final class AnswerMatcher {
    /** Of the packet-in that teaches the controller the destination of all others; none of those has it. */
    static final int TEACHING_XID = 0x1eac4e12;

    /** An answer to a packet-in that is not the load's. */
    private static final long PASSED_OVER = -2;

    private static final int XID = 4;
    private static final int ETHER_TYPE = 12;
    private static final int IPV4 = 0x0800;

    private final OutstandingPacketIns ledger;
    private final AnswerLayout layout;
    private final AnswerCounts counts;

    /** Kinds that gave an id back, and kinds that do not. */
    private int identified;

    private int ordered;
    private long nextFlowMod;
    private long nextPacketOut;
    /** By kind: the latest packet-in that was answered. */
    private final long[] last = new long[OutstandingPacketIns.PACKET_OUT + 1];

    /** AnswerMatcher to what taught the controller the destination that did not come while it was waited for. */
    private int late;

    AnswerMatcher(OutstandingPacketIns ledger, Version version, AnswerCounts counts) {
        this.ledger = ledger;
        this.layout = AnswerLayout.of(version);
        this.counts = counts;
    }

    /** Has so many answers that belong to no packet-in of the load passed over. */
    void expectLate(int count) {
        late = count;
    }

    /**
     * Whether a FLOW_MOD or PACKET_OUT answers the packet-in that teaches. Flow-mods are also what controllers set a switch up
     * with, so one counts only if it has the transaction id; most controllers flood by a packet-out.
     */
    boolean isToTeaching(ByteBuffer in, int at, int length) {
        if (Short.toUnsignedInt(in.getShort(at)) == layout.packetOut()) {
            return length >= layout.actions() && !isOfController(in, at, length);
        }
        return in.getInt(at + XID) == TEACHING_XID;
    }

    /** Whether any were told apart by their order alone. */
    boolean areOrdered() {
        return ordered != 0;
    }

    /** Takes in a FLOW_MOD; returns the packet-in that it is the first to answer, or {@link OutstandingPacketIns#NONE}. */
    long flowMod(ByteBuffer in, int at, int length) {
        if (length < layout.flowModLength()) {
            return unknown();
        }
        if (in.get(at + layout.command()) > AnswerLayout.LAST_THAT_FORWARDS) {
            return OutstandingPacketIns.NONE;
        }
        counts.flowMods++;
        int bufferId = in.getInt(at + layout.flowModBuffer());
        long number = bufferId == OutstandingPacketIns.NO_BUFFER
                ? unbuffered(OutstandingPacketIns.FLOW_MOD, in.getInt(at + XID))
                : ledger.ofBuffer(bufferId);
        return answer(number, OutstandingPacketIns.FLOW_MOD);
    }

    /** Takes in a PACKET_OUT; returns the packet-in that it is the first to answer, or {@link OutstandingPacketIns#NONE}. */
    long packetOut(ByteBuffer in, int at, int length) {
        if (length < layout.actions()) {
            return unknown();
        }
        int bufferId = in.getInt(at + AnswerLayout.PACKET_OUT_BUFFER);
        if (bufferId == OutstandingPacketIns.NO_BUFFER && isOfController(in, at, length)) {
            return OutstandingPacketIns.NONE;
        }
        counts.packetOuts++;
        long number = bufferId == OutstandingPacketIns.NO_BUFFER
                ? unbuffered(OutstandingPacketIns.PACKET_OUT, in.getInt(at + XID))
                : ledger.ofBuffer(bufferId);
        return answer(number, OutstandingPacketIns.PACKET_OUT);
    }

    private long answer(long number, int kind) {
        if (number < 0) {
            return number == OutstandingPacketIns.NONE ? unknown() : OutstandingPacketIns.NONE;
        }
        identified |= kind;
        int before = ledger.answer(number, kind);
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
            long number = ledger.ofXid(xid);
            if (number != OutstandingPacketIns.NONE) {
                return number;
            }
            if (late > 0) {
                late--;
                return PASSED_OVER;
            }
            if ((identified & kind) != 0) {
                return OutstandingPacketIns.NONE;
            }
            ordered |= kind;
        }
        long next = kind == OutstandingPacketIns.FLOW_MOD ? nextFlowMod : nextPacketOut;
        if (next == ledger.sent()) {
            return OutstandingPacketIns.NONE;
        }
        if (kind == OutstandingPacketIns.FLOW_MOD) {
            nextFlowMod++;
        } else {
            nextPacketOut++;
        }
        return next;
    }

    /**
     * Whether it sends a frame that no packet-in had: all of those are IPv4. Controllers look for links and hosts with frames of their
     * own, of LLDP, ARP and types that they have chosen.
     */
    private boolean isOfController(ByteBuffer in, int at, int length) {
        int frame = layout.actions() + Short.toUnsignedInt(in.getShort(at + layout.actionsLength()));
        return length >= frame + ETHER_TYPE + Short.BYTES && in.getShort(at + frame + ETHER_TYPE) != IPV4;
    }
}
