package net.beaconcontroller.bench.load;

import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;

/**
 * Offsets of the fields by which answers are matched. The first two bytes of a header are the version and the type.
 * OpenFlow 1.0.0 sections 5.3.3 and 5.3.6, 1.3.5 sections 7.3.4.1 and 7.3.7.
 *
 * @param flowMod the first two bytes of a FLOW_MOD
 * @param packetOut the first two bytes of a PACKET_OUT
 * @param command the offset of the low byte of the command of a FLOW_MOD
 * @param flowModBuffer the offset of the buffer ID of a FLOW_MOD
 * @param actionsLength the offset of the actions length of a PACKET_OUT
 * @param actions the offset of the actions, which the frame follows
 */
record AnswerLayout(int flowMod, int packetOut, int command, int flowModBuffer, int actionsLength, int actions) {
    /** The offset of the buffer ID of a PACKET_OUT, in both versions. */
    static final int PACKET_OUT_BUFFER = 8;

    /** The highest command that does not delete: ADD, MODIFY and MODIFY_STRICT. */
    static final int MAX_FORWARDING_COMMAND = 2;

    static AnswerLayout of(Version version) {
        int flowMod = firstBytes(version, MessageType.FLOW_MOD);
        int packetOut = firstBytes(version, MessageType.PACKET_OUT);
        return version == Version.OF10
                ? new AnswerLayout(flowMod, packetOut, 57, 64, 14, 16)
                : new AnswerLayout(flowMod, packetOut, 25, 32, 16, 24);
    }

    private static int firstBytes(Version version, MessageType type) {
        return version.wire() << 8 | type.wire(version);
    }

    /** Returns the minimum length of a FLOW_MOD that has a buffer ID. */
    int flowModLength() {
        return flowModBuffer + Integer.BYTES;
    }
}
