package net.beaconcontroller.openflow.flyweight;

import static net.beaconcontroller.common.ByteAccess.putLong;

import java.util.Arrays;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.ActionTypes;

/**
 * A message that is kept in fields until it is sent, and then written straight into a connection's output. Beginning the next
 * message, or none, drops what was begun. One encoder is used again and again, so nothing is allocated.
 */
abstract sealed class MessageEncoder permits FlowModEncoder, PacketOutEncoder {
    private static final int OUTPUT_LENGTH_10 = 8;
    private static final int OUTPUT_LENGTH = 16;

    final Version version;
    final boolean version10;
    final Writer out;
    private final int versionAndType;
    /** What the output called this message when it began. */
    private int ticket;

    private long xid;
    private int outputCount;
    /** The first port, in the numbers of the version. As a rule it is the only one, and a loop costs more than all of it. */
    private long output;

    private long[] moreOutputs = new long[4];

    MessageEncoder(MessageType type, Version version, Writer out) {
        this.version = version;
        this.version10 = version == Version.OF10;
        this.versionAndType = Header.versionAndType(version, type.wire(version));
        this.out = out;
    }

    final void begin(long newXid) {
        ticket = out.begin();
        xid = newXid;
        outputCount = 0;
    }

    final void addOutput(long port) {
        long number = version10 ? PortNumber.narrow(port) : port & 0xffff_ffffL;
        if (outputCount == 0) {
            output = number;
        } else {
            addMore(number);
        }
        outputCount++;
    }

    /** Copies the actions of another encoder of the same version, in place of the ones of this message. */
    final void copyActions(MessageEncoder other) {
        output = other.output;
        outputCount = other.outputCount;
        if (outputCount > 1) {
            if (moreOutputs.length < outputCount - 1) {
                moreOutputs = new long[other.moreOutputs.length];
            }
            System.arraycopy(other.moreOutputs, 0, moreOutputs, 0, outputCount - 1);
        }
    }

    final void removeActions() {
        outputCount = 0;
    }

    final boolean hasActions() {
        return outputCount > 0;
    }

    final long xid() {
        return xid;
    }

    private void addMore(long number) {
        if (outputCount > moreOutputs.length) {
            moreOutputs = Arrays.copyOf(moreOutputs, 2 * outputCount);
        }
        moreOutputs[outputCount - 1] = number;
    }

    /** How long the actions are. */
    final int actionsLength() {
        return outputCount * (version10 ? OUTPUT_LENGTH_10 : OUTPUT_LENGTH);
    }

    /** Writes the actions, where there is room for them; returns where they end. */
    final int putActions(byte[] to, int from) {
        if (outputCount == 0) {
            return from;
        }
        int at = putOutput(to, from, output);
        return outputCount == 1 ? at : putMore(to, at);
    }

    private int putMore(byte[] to, int from) {
        int at = from;
        for (int i = 0; i < outputCount - 1; i++) {
            at = putOutput(to, at, moreOutputs[i]);
        }
        return at;
    }

    private int putOutput(byte[] to, int at, long port) {
        return version10 ? putOutput10(to, at, port) : putOutput12(to, at, port);
    }

    private static int putOutput10(byte[] to, int at, long port) {
        long header = ActionTypes.OUTPUT << 16 | OUTPUT_LENGTH_10;
        putLong(to, at, header << 32 | port << 16 | Action.Output.WHOLE_PACKET);
        return at + OUTPUT_LENGTH_10;
    }

    private static int putOutput12(byte[] to, int at, long port) {
        long header = ActionTypes.OUTPUT << 16 | OUTPUT_LENGTH;
        putLong(to, at, header << 32 | port);
        putLong(to, at + 8, (long) Action.Output.WHOLE_PACKET << 48);
        return at + OUTPUT_LENGTH;
    }

    /** To be asked before a send writes anything. */
    final void requireBegun() {
        if (!out.isBegun(ticket)) {
            throw new IllegalStateException("this message was sent before, or another one was begun after it");
        }
    }

    final void commit(int start, int end) {
        out.commit(start, end, versionAndType, xid);
    }
}
