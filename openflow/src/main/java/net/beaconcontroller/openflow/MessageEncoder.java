package net.beaconcontroller.openflow;

import static net.beaconcontroller.openflow.Wire.putLong;

/**
 * A message that is being written straight into a connection's output. It counts only when it is sent: beginning the next
 * message, or none, drops what was begun. One encoder is used again and again, so nothing is allocated.
 */
abstract sealed class MessageEncoder permits FlowModEncoder, PacketOutEncoder {
    /** Room for the fixed part and the widest match that an encoder can write. */
    static final int ROOM = 384;

    static final int OUTPUT_LENGTH_10 = 8;
    static final int OUTPUT_LENGTH = 16;

    final boolean version10;
    final Version version;
    byte[] array;
    int start;
    int end;
    private final int type;
    private final Writer out;
    /** What the output called this message when it began. */
    private int ticket;

    private long xid;

    MessageEncoder(MessageType type, Version version, Writer out) {
        this.version = version;
        this.version10 = version == Version.OF10;
        this.type = type.wire(version);
        this.out = out;
        this.array = out.array();
    }

    final void begin(long newXid) {
        ticket = out.begin();
        xid = newXid;
    }

    /** Begins to write, where there is room for so many bytes, which is returned. */
    final int reserve(int room) {
        start = out.reserve(room);
        if (array != out.array()) { // as in PacketInView
            array = out.array();
        }
        return start;
    }

    /** Makes room for more than {@link #ROOM}. */
    final void room(int length) {
        if (array.length - end < length) {
            out.reserve(end - start + length);
            array = out.array();
        }
    }

    /** An action, where there is room for it. The port is in the numbers of the version. */
    final void putOutput(long port) {
        if (version10) {
            putLong(array, end, output10(port));
            end += OUTPUT_LENGTH_10;
        } else {
            putLong(array, end, (long) (ActionKinds.OUTPUT << 16 | OUTPUT_LENGTH) << 32 | port);
            putLong(array, end + 8, (long) Action.Output.WHOLE_PACKET << 48);
            end += OUTPUT_LENGTH;
        }
    }

    /** OpenFlow 1.0's output action, all of it. */
    static long output10(long port) {
        return (long) (ActionKinds.OUTPUT << 16 | OUTPUT_LENGTH_10) << 32 | port << 16 | Action.Output.WHOLE_PACKET;
    }

    /** To be asked before a send writes anything: what lies at {@link #start} may be another message by now. */
    final void requireBegun() {
        if (!out.isBegun(ticket)) {
            throw new IllegalStateException("this message was sent before, or another one was begun after it");
        }
    }

    final void commit() {
        out.commit(start, end, version, type, xid);
    }
}
