package net.beaconcontroller.openflow;

import static net.beaconcontroller.openflow.Wire.putInt;
import static net.beaconcontroller.openflow.Wire.putLong;
import static net.beaconcontroller.openflow.Wire.putShort;

/**
 * A message that is being written straight into a connection's output. It counts only when it is sent: beginning the next
 * message, or none, drops what was begun. One encoder is used again and again, so nothing is allocated.
 */
abstract sealed class MessageEncoder permits FlowModEncoder, PacketOutEncoder {
    /** Room for the fixed part and the widest match that an encoder can write. */
    private static final int ROOM = 384;

    private static final int OUTPUT_LENGTH_10 = 8;
    private static final int OUTPUT_LENGTH = 16;

    final boolean version10;
    final Version version;
    byte[] array;
    int start;
    int end;
    private final int type;
    private final Writer out;
    private long xid;

    MessageEncoder(MessageType type, Version version, Writer out) {
        this.version = version;
        this.version10 = version == Version.OF10;
        this.type = type.wire(version);
        this.out = out;
        this.array = out.array();
    }

    final void beginAt(int fixedLength, long newXid) {
        start = out.begin(this, ROOM);
        array = out.array();
        end = start + fixedLength;
        xid = newXid;
    }

    /** Makes room for more than {@link #ROOM}. */
    final void room(int length) {
        if (array.length - end < length) {
            out.reserve(end - start + length);
            array = out.array();
        }
    }

    final void putOutput(long port) {
        room(OUTPUT_LENGTH);
        if (version10) {
            putShort(array, end, ActionKinds.OUTPUT);
            putShort(array, end + 2, OUTPUT_LENGTH_10);
            putShort(array, end + 4, PortNumber.narrow(port));
            putShort(array, end + 6, Action.Output.WHOLE_PACKET);
            end += OUTPUT_LENGTH_10;
        } else {
            putInt(array, end, ActionKinds.OUTPUT << 16 | OUTPUT_LENGTH);
            putInt(array, end + 4, (int) port);
            putLong(array, end + 8, (long) Action.Output.WHOLE_PACKET << 48);
            end += OUTPUT_LENGTH;
        }
    }

    /** To be asked before a send writes anything: what lies at {@link #start} may be another message by now. */
    final void requireBegun() {
        if (!out.isBegun(this)) {
            throw new IllegalStateException("this message was sent before, or another one was begun after it");
        }
    }

    final void commit() {
        out.commit(start, end, version, type, xid);
    }
}
