package net.beaconcontroller.bench.load;

import java.nio.ByteBuffer;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;

/**
 * Offsets of the fields by which answers are matched. The first two bytes of a header are the version and the type.
 * OpenFlow 1.0.0 sections 5.3.3 and 5.3.6, 1.5.1 sections 7.3.4.2 and 7.3.6.
 *
 * <pre>
 *  FLOW_MOD    1.0   8 match | 48 cookie | 56 command, timeouts, priority | 64 buffer_id
 *              1.2+  8 cookie, mask | 24 table_id | 25 command, timeouts, priority | 32 buffer_id
 *  PACKET_OUT  1.0   8 buffer_id | 12 in_port     | 14 actions_len      | 16 actions | frame
 *              1.2+  8 buffer_id | 12 in_port     | 16 actions_len, pad | 24 actions | frame
 *              1.5   8 buffer_id | 12 actions_len | 16 match            | actions    | frame
 * </pre>
 *
 * @param flowMod the first two bytes of a FLOW_MOD
 * @param packetOut the first two bytes of a PACKET_OUT
 * @param command the offset of the low byte of the command of a FLOW_MOD
 * @param flowModBuffer the offset of the buffer ID of a FLOW_MOD
 * @param actionsLength the offset of the actions length of a PACKET_OUT
 * @param actions the offset of the actions, which the frame follows, or of the match before them
 * @param hasMatch whether a PACKET_OUT has a match
 */
record AnswerLayout(
        int flowMod, int packetOut, int command, int flowModBuffer, int actionsLength, int actions, boolean hasMatch) {
    /** The offset of the buffer ID of a PACKET_OUT, in all versions. */
    static final int PACKET_OUT_BUFFER = 8;

    /** The highest command that does not delete: ADD, MODIFY and MODIFY_STRICT. */
    static final int MAX_FORWARDING_COMMAND = 2;

    /** The length of the type and of the length of a match. */
    private static final int MATCH_HEADER = 4;

    static AnswerLayout of(Version version) {
        int flowMod = firstBytes(version, MessageType.FLOW_MOD);
        int packetOut = firstBytes(version, MessageType.PACKET_OUT);
        if (version == Version.OF10) {
            return new AnswerLayout(flowMod, packetOut, 57, 64, 14, 16, false);
        }
        return version.isAtLeast(Version.OF15)
                ? new AnswerLayout(flowMod, packetOut, 25, 32, 12, 16, true)
                : new AnswerLayout(flowMod, packetOut, 25, 32, 16, 24, false);
    }

    private static int firstBytes(Version version, MessageType type) {
        return version.wire() << 8 | type.wire(version);
    }

    /** Returns the minimum length of a FLOW_MOD that has a buffer ID. */
    int flowModLength() {
        return flowModBuffer + Integer.BYTES;
    }

    /** Returns the minimum length of a PACKET_OUT. */
    int packetOutLength() {
        return actions + (hasMatch ? MATCH_HEADER : 0);
    }

    /** Returns the index of the frame in a PACKET_OUT, the end of the message if it has none. */
    int frame(ByteBuffer in, int packetOut) {
        return firstAction(in, packetOut) + Short.toUnsignedInt(in.getShort(packetOut + actionsLength));
    }

    private int firstAction(ByteBuffer in, int packetOut) {
        int at = packetOut + actions;
        return hasMatch ? at + ((Short.toUnsignedInt(in.getShort(at + 2)) + 7) & ~7) : at;
    }

    /** Returns whether a PACKET_OUT has no actions, so that it drops its packet. */
    boolean isDrop(ByteBuffer in, int packetOut) {
        return in.getShort(packetOut + actionsLength) == 0;
    }

    /** Returns whether a PACKET_OUT submits its frame to the flow tables, by output to OFPP_TABLE. */
    boolean isToTables(ByteBuffer in, int packetOut) {
        int action = firstAction(in, packetOut);
        if (frame(in, packetOut) - action < 2 * Short.BYTES + Integer.BYTES || in.getShort(action) != 0) {
            return false;
        }
        boolean isShort = in.getShort(action + 2) == 2 * Integer.BYTES;
        int port = isShort ? in.getShort(action + 4) : in.getInt(action + 4);
        return port == (int) PortNumber.TABLE;
    }
}
