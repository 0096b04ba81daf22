package net.beaconcontroller.bench.load;

import java.nio.ByteBuffer;
import java.util.Arrays;
import net.beaconcontroller.bench.MessageBatch;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.PacketIn;

/**
 * A batch of encoded packet-ins in a direct buffer. The constructor encodes them once; {@link #set} stores the fields
 * that differ. All switches of a loop share a batch, so that memory does not depend on the numbers of switches and
 * hosts.
 *
 * <pre>
 *  OpenFlow 1.0   header 8 (xid at 4) | buffer_id | total_len, in_port, reason | frame at 18
 *  OpenFlow 1.2+  header 8 (xid at 4) | buffer_id | total_len, ..., match      | frame at 42 (1.2: 34)
 *  frame          destination 6 | source 6 | type 2 | IPv4, UDP
 * </pre>
 *
 * Not thread-safe.
 */
final class PacketInBatch extends MessageBatch {
    /** The port of the source hosts. */
    static final int HOSTS_PORT = 1;

    /** The port of the destination host. */
    static final int DESTINATION_PORT = 2;

    private static final int XID = 4;
    private static final int FRAME_LENGTH = 64;
    private static final int IPV4 = 0x0800;

    private final int frameAt;

    /** Creates a batch of {@code count} packet-ins. */
    PacketInBatch(Version version, int count) {
        super(Messages.encode(PacketIn.of(HOSTS_PORT, 1, frame(0, 0)), version, 0), count);
        frameAt = length - FRAME_LENGTH;
    }

    /** Returns the length of a packet-in in bytes. */
    int length() {
        return length;
    }

    /** Returns the number of packet-ins. */
    int count() {
        return bytes.capacity() / length;
    }

    /** Returns the buffer of all packet-ins. The caller sets position and limit. */
    ByteBuffer bytes() {
        return bytes;
    }

    /**
     * Sets the variable fields of a packet-in.
     *
     * @param index the index in the batch, from 0
     * @param xidAndBuffer the transaction ID and, in the low 32 bits, the buffer ID
     */
    void set(int index, long xidAndBuffer, long destination, long source) {
        int at = index * length;
        bytes.putLong(at + XID, xidAndBuffer);
        bytes.putLong(at + frameAt, destination << 16 | source >>> 32);
        bytes.putLong(at + frameAt + 6, source << 16 | IPV4);
    }

    /** Returns a UDP datagram in an Ethernet frame of minimum size, the same as that of cbench. */
    static Bytes frame(long destination, long source) {
        byte[] frame = Arrays.copyOf(
                Bytes.ofHex("0000000000000000000000000800" + "45000032000000004011f81ac0a80028c0a80128"
                                + "7a18586b001e0000")
                        .toArray(),
                FRAME_LENGTH);
        ByteBuffer.wrap(frame).putLong(0, destination << 16 | source >>> 32).putLong(6, source << 16 | IPV4);
        return Bytes.of(frame);
    }
}
