package net.beaconcontroller.bench.responder;

import java.nio.ByteBuffer;
import net.beaconcontroller.bench.MessageBatch;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.message.FlowMod;

/**
 * A batch of encoded flow-mods in a direct buffer. The constructor encodes them once; {@link #add} copies the fields
 * that differ from a packet-in: transaction ID, buffer ID, port and Ethernet addresses. Not thread-safe.
 *
 * <pre>
 *  OpenFlow 1.0   PACKET_IN  in_port at 14, frame at 18
 *                 FLOW_MOD   in_port at 12, dl_src 14, dl_dst 20, buffer_id 64
 *  OpenFlow 1.2+  PACKET_IN  match at 24 (1.2: 16), in_port value 8 bytes after it; frame after 2 bytes of padding
 *                 FLOW_MOD   buffer_id at 32, in_port 56, eth_dst 64, eth_src 74
 * </pre>
 */
final class FlowModBatch extends MessageBatch {
    private static final int MOST = 1 << 10;
    private static final int XID = 4;
    private static final int PACKET_IN_BUFFER = 8;
    private static final int ADDRESS_LENGTH = 6;

    /** A length that includes the fixed part of a PACKET_IN, in all versions. */
    private static final int LEAST_PACKET_IN = 28;

    private final boolean is10;
    private final int match;
    private int count;

    FlowModBatch(Version version) {
        super(Messages.encode(flowMod(), version, 0), MOST);
        is10 = version == Version.OF10;
        match = version == Version.OF12 ? 16 : 24;
    }

    private static FlowMod flowMod() {
        return FlowMod.add()
                .match(Field.IN_PORT.is(1), Field.ETH_DST.is(1), Field.ETH_SRC.is(1))
                .idleTimeoutSeconds(5)
                .priority(0x8000)
                .bufferId(1)
                .actions(new Action.Output(2))
                .build();
    }

    /** Returns whether the batch is full. */
    boolean isFull() {
        return count == MOST;
    }

    /** Adds the answer to a packet-in. Ignores a packet-in that is too short for Ethernet addresses. */
    void add(ByteBuffer in, int packetIn, int packetInLength) {
        if (packetInLength < LEAST_PACKET_IN) {
            return;
        }
        int frame = packetIn + (is10 ? 18 : match + paddedMatch(in, packetIn + match) + 2);
        if (frame + 2 * ADDRESS_LENGTH > packetIn + packetInLength) {
            return;
        }
        int at = count++ * length;
        bytes.putInt(at + XID, in.getInt(packetIn + XID));
        int bufferId = in.getInt(packetIn + PACKET_IN_BUFFER);
        if (is10) {
            bytes.putInt(at + 64, bufferId);
            bytes.putShort(at + 12, in.getShort(packetIn + 14));
            copyAddress(in, frame, at + 20);
            copyAddress(in, frame + ADDRESS_LENGTH, at + 14);
        } else {
            bytes.putInt(at + 32, bufferId);
            bytes.putInt(at + 56, in.getInt(packetIn + match + 8));
            copyAddress(in, frame, at + 64);
            copyAddress(in, frame + ADDRESS_LENGTH, at + 74);
        }
    }

    private static int paddedMatch(ByteBuffer in, int at) {
        return (Short.toUnsignedInt(in.getShort(at + 2)) + 7) & ~7;
    }

    private void copyAddress(ByteBuffer in, int from, int to) {
        bytes.putInt(to, in.getInt(from));
        bytes.putShort(to + 4, in.getShort(from + 4));
    }

    /** Returns the added flow-mods for a write and clears the batch. The next {@link #add} overwrites them. */
    ByteBuffer take() {
        ByteBuffer taken = bytes.duplicate().limit(count * length).position(0);
        count = 0;
        return taken;
    }
}
