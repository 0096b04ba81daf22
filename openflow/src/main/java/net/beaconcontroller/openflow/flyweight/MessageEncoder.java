package net.beaconcontroller.openflow.flyweight;

import static net.beaconcontroller.net.ByteAccess.putLong;

import java.util.Arrays;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.ActionTypes;

/**
 * A message that is kept in fields until it is encoded into the output of a connection. Beginning another message
 * discards it. An encoder is reused, so that encoding allocates nothing.
 */
abstract sealed class MessageEncoder permits FlowModEncoder, PacketOutEncoder {
    private static final int OUTPUT_LENGTH_10 = 8;
    private static final int OUTPUT_LENGTH = 16;

    final Version version;
    final boolean version10;
    final Writer out;
    private final int versionAndType;
    /** The ticket of this message, see {@link Writer#begin}. */
    private int ticket;

    private long xid;
    private int outputCount;
    /** The first output port, as numbered in the version. Most messages have no other, and a loop is slower. */
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

    final int outputCount() {
        return outputCount;
    }

    /** Returns the length of an encoded action. */
    final int outputLength() {
        return version10 ? OUTPUT_LENGTH_10 : OUTPUT_LENGTH;
    }

    /** Returns the length of the encoded actions. */
    final int actionsLength() {
        return outputCount * outputLength();
    }

    /** Writes the actions and returns the index after them. The array must have the capacity. */
    final int putActions(byte[] to, int from) {
        if (outputCount == 0) {
            return from;
        }
        int at = putOutput(to, from, output);
        return outputCount == 1 ? at : putMore(to, at);
    }

    private int putMore(byte[] to, int from) {
        return putOutputs(to, from, 1, outputCount);
    }

    /** Writes some of the actions and returns the index after them. The array must have the capacity. */
    final int putOutputs(byte[] to, int from, int first, int end) {
        int at = from;
        for (int i = first; i < end; i++) {
            at = putOutput(to, at, i == 0 ? output : moreOutputs[i - 1]);
        }
        return at;
    }

    private int putOutput(byte[] to, int at, long port) {
        return version10 ? putOutput10(to, at, port) : putOutput12(to, at, port);
    }

    private static int putOutput10(byte[] to, int at, long port) {
        long header = ActionTypes.OUTPUT << 16 | OUTPUT_LENGTH_10;
        putLong(to, at, header << 32 | port << 16 | Action.Output.maxLengthFor(PortNumber.widen((int) port)));
        return at + OUTPUT_LENGTH_10;
    }

    private static int putOutput12(byte[] to, int at, long port) {
        long header = ActionTypes.OUTPUT << 16 | OUTPUT_LENGTH;
        putLong(to, at, header << 32 | port);
        putLong(to, at + 8, (long) Action.Output.maxLengthFor(port) << 48);
        return at + OUTPUT_LENGTH;
    }

    /** Throws an exception unless this message can be sent. */
    final void requireBegun() {
        if (!out.isBegun(ticket)) {
            throw new IllegalStateException("the message was already sent, or another message was begun after it");
        }
    }

    final void commit(int start, int end) {
        out.commit(start, end, versionAndType, xid);
    }
}
