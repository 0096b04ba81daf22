package net.beaconcontroller.bench.load;

import java.nio.ByteBuffer;
import net.beaconcontroller.bench.MessageBatch;
import net.beaconcontroller.bench.PacketInForm;
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
 *  frame          destination 6 | source 6 | tag 0 or 4 | type 2 | IPv4, UDP | id 4
 * </pre>
 *
 * The id at the end of the frame identifies packet-outs that carry the frame. Not thread-safe.
 */
public final class PacketInBatch extends MessageBatch {
    /** The port of the source hosts. */
    static final int HOSTS_PORT = 1;

    /** The port of the destination host. */
    static final int DESTINATION_PORT = 2;

    private static final int XID = 4;
    private static final int ADDRESSES_LENGTH = 12;
    private static final int ID_LENGTH = 4;
    private static final int IPV4 = 0x0800;
    private static final int VLAN_TAG = 0x8100;
    private static final int TAG_LENGTH = 4;

    /** The bytes of a frame after the addresses: a UDP datagram, the same as that of cbench. */
    private static final String DATAGRAM =
            "080045000032000000004011f81ac0a80028c0a80128" + "7a18586b001e0000" + "00".repeat(22);

    /** The tag of VLAN 10. */
    private static final String TAG = "8100000a";

    private static final int LEAST_FRAME_LENGTH = ADDRESSES_LENGTH + DATAGRAM.length() / 2;

    private final int frameAt;

    /** The two bytes after the addresses: the type, or the begin of the tag. */
    private final int firstType;

    /** All bits of the buffer ID if there is none, else 0. */
    private final long noBuffer;

    /** Creates a batch of {@code count} packet-ins. */
    public PacketInBatch(Version version, PacketInForm form, int count) {
        super(Messages.encode(PacketIn.of(HOSTS_PORT, 1, frame(form, 0, 0)), version, 0), count);
        frameAt = length - frame(form, 0, 0).length();
        firstType = Short.toUnsignedInt(bytes.getShort(frameAt + ADDRESSES_LENGTH));
        noBuffer = form == PacketInForm.UNBUFFERED ? PacketIn.NO_BUFFER : 0;
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
     * @param xidAndId the transaction ID and, in the low 32 bits, the ID: that of the buffer and that in the frame
     */
    void set(int index, long xidAndId, long destination, long source) {
        int at = index * length;
        bytes.putLong(at + XID, xidAndId | noBuffer);
        bytes.putLong(at + frameAt, destination << 16 | source >>> 32);
        bytes.putLong(at + frameAt + 6, source << 16 | firstType);
        bytes.putInt(at + length - ID_LENGTH, (int) xidAndId);
    }

    /** Returns a frame of 64 bytes, or of 68 with a tag, whose ID is 0. */
    static Bytes frame(PacketInForm form, long destination, long source) {
        String tag = form == PacketInForm.TAGGED ? TAG : "";
        return Bytes.ofHex("%012x%012x".formatted(destination, source) + tag + DATAGRAM);
    }

    /**
     * Returns whether the bytes between two indexes are a frame that the load of a switch has not sent: it is not IPv4,
     * tagged or not, or neither to nor from the destination of the switch. Controllers send frames that discover links
     * and hosts, and flood frames of other switches.
     */
    static boolean isForeign(ByteBuffer in, int frame, int end, long destination) {
        int type = frame + ADDRESSES_LENGTH;
        if (type + Short.BYTES <= end && Short.toUnsignedInt(in.getShort(type)) == VLAN_TAG) {
            type += TAG_LENGTH;
        }
        if (type + Short.BYTES > end) {
            return false;
        }
        return in.getShort(type) != IPV4
                || (in.getLong(frame) >>> 16 != destination && in.getLong(frame + 4) << 16 >>> 16 != destination);
    }

    /** Returns the ID in a frame between two indexes; 0 if it is too short for a frame of the load. */
    static int idOf(ByteBuffer in, int frame, int end) {
        return end - frame < LEAST_FRAME_LENGTH ? 0 : in.getInt(end - ID_LENGTH);
    }
}
