package net.beaconcontroller.bench.load;

import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;

/**
 * Where in a version's messages stands what an answer is known by. The first two bytes of a header are the version and the
 * type. OpenFlow 1.0.0 sections 5.3.3 and 5.3.6, 1.3.5 sections 7.3.4.1 and 7.3.7.
 *
 * @param flowMod the first two bytes of a FLOW_MOD
 * @param packetOut and of a PACKET_OUT
 * @param command offset of the low byte of a FLOW_MOD's command
 * @param flowModBuffer offset of its buffer id
 * @param actionsLength offset of the length of a PACKET_OUT's actions
 * @param actions offset of the actions, which the frame follows
 */
record AnswerLayout(int flowMod, int packetOut, int command, int flowModBuffer, int actionsLength, int actions) {
    /** Offset of a PACKET_OUT's buffer id, in both versions. */
    static final int PACKET_OUT_BUFFER = 8;

    /** The highest command that does not delete: ADD, MODIFY and MODIFY_STRICT come first. */
    static final int LAST_THAT_FORWARDS = 2;

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

    /** The least that a FLOW_MOD is long, as far as it is looked at. */
    int flowModLength() {
        return flowModBuffer + Integer.BYTES;
    }
}
