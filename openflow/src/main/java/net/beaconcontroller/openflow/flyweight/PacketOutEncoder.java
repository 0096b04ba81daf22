package net.beaconcontroller.openflow.flyweight;

import static net.beaconcontroller.net.ByteAccess.putInt;
import static net.beaconcontroller.net.ByteAccess.putLong;

import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.message.PacketIn;

/**
 * An encoder of packet-outs that forward the packet of a packet-in, OpenFlow 1.0 section 5.3.6 and 1.5.1 section 7.3.6.
 * If the switch has buffered the packet, the message has the buffer id; else it contains the packet. Encoding allocates
 * nothing.
 *
 * <p>The length of a message has 16 bits. Outputs that do not fit into one message are sent in several. A packet that
 * does not fit with one output, or that the switch truncated without buffering it, is not sent, and {@link Writer#drop}
 * is called.
 *
 * <pre>
 *  1.0  8           12       14           16
 *       | buffer_id |in_port |actions_len | actions | frame ...
 *
 *  1.2+ 8           12       16           18      24
 *       | buffer_id |in_port |actions_len | pad   | actions | frame ...
 *
 *  1.5  8           12           14    16                        32
 *       | buffer_id |actions_len | pad | match on the in_port    | actions | frame ...
 * </pre>
 */
public final class PacketOutEncoder extends MessageEncoder {
    private static final int BUFFER_ID = 8;
    private static final int IN_PORT = 12;
    private static final int ACTIONS_10 = 16;
    private static final int ACTIONS = 24;
    private static final int MATCH_15 = 16;
    private static final int ACTIONS_15 = 32;
    /** Type and length of a match of the ingress port, and the header of the field. */
    private static final long IN_PORT_MATCH = 0x0001_000c_8000_0004L;

    private final boolean version15;
    private final int actionsAt;
    private PacketInView in = new PacketInView();

    /** Creates an encoder that appends packet-outs of this version to the output. */
    public PacketOutEncoder(Version version, Writer out) {
        super(MessageType.PACKET_OUT, version, out);
        version15 = version.isAtLeast(Version.OF15);
        actionsAt = version10 ? ACTIONS_10 : version15 ? ACTIONS_15 : ACTIONS;
    }

    /**
     * Begins a packet-out.
     *
     * @param packet the packet-in; it must stay valid until {@link #send()} or {@link #drop()}
     * @param xid the transaction id, 32 bits
     */
    public PacketOutEncoder begin(PacketInView packet, long xid) {
        begin(xid);
        // See PacketInView.wrap.
        if (in != packet) {
            in = packet;
        }
        return this;
    }

    /** Forwards the packet to a port, see {@link PortNumber}. */
    public PacketOutEncoder output(long port) {
        addOutput(port);
        return this;
    }

    /** Floods the packet: all ports except the ingress port and ports with flooding disabled. */
    public PacketOutEncoder flood() {
        return output(PortNumber.FLOOD);
    }

    /**
     * Appends the message to the connection's output.
     *
     * @throws IllegalStateException if the message has no action; use {@link #drop()} to drop the packet
     */
    public void send() {
        if (!hasActions()) {
            throw new IllegalStateException("packet-out without an action; call output(port), flood() or drop()");
        }
        write();
    }

    /** Appends the message without actions to the connection's output, which drops the packet. */
    public void drop() {
        removeActions();
        write();
    }

    /** Appends the message with the actions of another one to the connection's output. */
    void sendLike(MessageEncoder other) {
        copyActions(other);
        write();
    }

    private void write() {
        requireBegun();
        boolean isBuffered = in.isBuffered();
        int frameLength = isBuffered ? 0 : in.frameLength();
        int length = actionsAt + actionsLength() + frameLength;
        if (length > Header.MAX_MESSAGE_LENGTH) {
            writeParts();
        } else if (!isBuffered && in.isTruncated()) {
            out.drop();
        } else {
            int at = out.reserve(length);
            putFields(at, in.bufferId(), actionsLength());
            putFrame(at, putActions(out.array(), at + actionsAt), frameLength);
        }
    }

    /** Writes several messages, each with as many of the actions as fit. A switch has a buffered packet only once. */
    private void writeParts() {
        long bufferId = in.bufferId();
        int frameLength = in.isBuffered() ? 0 : in.frameLength();
        for (int first = 0; first < outputCount(); ) {
            int space = Header.MAX_MESSAGE_LENGTH - actionsAt - frameLength;
            int end = Math.min(outputCount(), first + space / outputLength());
            if (end <= first || (bufferId == PacketIn.NO_BUFFER && in.isTruncated())) {
                out.drop();
                return;
            }
            int actionsLength = (end - first) * outputLength();
            int at = out.reserve(actionsAt + actionsLength + frameLength);
            putFields(at, bufferId, actionsLength);
            putFrame(at, putOutputs(out.array(), at + actionsAt, first, end), frameLength);
            first = end;
            bufferId = PacketIn.NO_BUFFER;
            frameLength = in.frameLength();
        }
    }

    private void putFields(int at, long bufferId, int actionsLength) {
        byte[] to = out.array();
        putInt(to, at + BUFFER_ID, (int) bufferId);
        if (version10) {
            putInt(to, at + IN_PORT, PortNumber.narrow(in.inPort()) << 16 | actionsLength);
        } else if (version15) {
            putInt(to, at + IN_PORT, actionsLength << 16);
            putLong(to, at + MATCH_15, IN_PORT_MATCH);
            putLong(to, at + MATCH_15 + 8, in.inPort() << 32);
        } else {
            putInt(to, at + IN_PORT, (int) in.inPort());
            putLong(to, at + IN_PORT + 4, (long) actionsLength << 48);
        }
    }

    /** Writes the frame after the actions, and commits the message. */
    private void putFrame(int start, int at, int frameLength) {
        System.arraycopy(in.array(), in.frameOffset(), out.array(), at, frameLength);
        commit(start, at + frameLength);
    }
}
