package net.beaconcontroller.openflow;

import static net.beaconcontroller.openflow.Wire.putInt;
import static net.beaconcontroller.openflow.Wire.putLong;
import static net.beaconcontroller.openflow.Wire.putShort;

/**
 * Writes a packet-out in place that sends the packet of a packet-in on its way, OpenFlow 1.0 section 5.3.6 and 1.3.5 section
 * 7.3.7. If the switch kept the packet, it is told its number; else the packet goes back whole. Without actions it is dropped.
 *
 * <pre>
 *  1.0  8           12       14           16
 *       | buffer_id |in_port |actions_len | actions | frame ...
 *
 *  1.3  8           12       16           18      24
 *       | buffer_id |in_port |actions_len | pad   | actions | frame ...
 * </pre>
 */
public final class PacketOutEncoder extends MessageEncoder {
    private static final int BUFFER_ID = 8;
    private static final int IN_PORT = 12;
    private static final int ACTIONS_10 = 16;
    private static final int ACTIONS = 24;

    private final int actionsAt;
    private PacketInView in = new PacketInView();

    public PacketOutEncoder(Version version, Writer out) {
        super(MessageType.PACKET_OUT, version, out);
        actionsAt = version10 ? ACTIONS_10 : ACTIONS;
    }

    /**
     * Begins a packet-out.
     *
     * @param packet must stay as it is until {@link #send()}
     */
    public PacketOutEncoder begin(PacketInView packet, long xid) {
        in = packet;
        beginAt(actionsAt, xid);
        putInt(array, start + BUFFER_ID, (int) packet.bufferId());
        if (version10) {
            putShort(array, start + IN_PORT, PortNumber.narrow(packet.inPort()));
        } else {
            putInt(array, start + IN_PORT, (int) packet.inPort());
            putLong(array, start + IN_PORT + 4, 0);
        }
        return this;
    }

    /** Sends the packet out of a port, see {@link PortNumber}. */
    public PacketOutEncoder output(long port) {
        putOutput(port);
        return this;
    }

    /** Sends the packet out of all ports but the one it came in on. */
    public PacketOutEncoder flood() {
        return output(PortNumber.FLOOD);
    }

    /** Takes the message into the connection's output. */
    public void send() {
        requireBegun();
        putShort(array, start + (version10 ? IN_PORT + 2 : IN_PORT + 4), end - start - actionsAt);
        if (!in.isBuffered()) {
            room(in.frameLength());
            System.arraycopy(in.array(), in.frameOffset(), array, end, in.frameLength());
            end += in.frameLength();
        }
        commit();
    }
}
