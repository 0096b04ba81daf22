package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * An error, OpenFlow 1.5.1 section 7.5.4 (OFPT_ERROR).
 *
 * @param errorType the OFPET_ number, 16 bits, as numbered in the version of the connection
 * @param code the number within the type, 16 bits; for type {@link #EXPERIMENTER} a number of the vendor
 * @param data the first 64 bytes of the rejected message or more; for type {@link #EXPERIMENTER} preceded by the 32-bit
 *     experimenter id
 */
public record ErrorMessage(int errorType, int code, Bytes data) implements Message {
    public static final MessageLayout<ErrorMessage> LAYOUT = MessageLayout.of(
                    MessageType.ERROR, ErrorMessage.class, ErrorMessage::visit)
            .printedBy(ErrorMessage::body);

    /** Number of bytes of a rejected message that an error contains. */
    public static final int DATA_LENGTH = 64;

    /** OFPET_EXPERIMENTER: an error of a vendor; OpenFlow 1.2 and later. */
    public static final int EXPERIMENTER = 0xffff;

    /**
     * The type with which Open vSwitch sends errors that OpenFlow 1.0 and 1.1 do not have (NXET_VENDOR). The data
     * begins with a vendor, a type and a code.
     */
    private static final int NICIRA_10 = 0xb0c2;

    private static final int NICIRA_10_LENGTH = 8;

    /**
     * Returns the name of the error in a version, such as {@code BAD_REQUEST/BAD_LEN}; numbers for an unknown error.
     */
    public String name(Version version) {
        return ErrorNames.print(version, errorType, code);
    }

    /**
     * Returns the name of the error, with the type and the visible ports of the rejected message, such as {@code
     * BAD_ACTION/BAD_OUT_PORT, PACKET_OUT in_port=CONTROLLER output=4}.
     */
    public String description(Version version) {
        return name(version)
                + RefusedMessage.of(this, version)
                        .map(message -> ", " + message)
                        .orElse("");
    }

    /** Returns the number of bytes of the data before the beginning of the rejected message. */
    int lengthBeforeMessage(Version version) {
        if (errorType == EXPERIMENTER) {
            return Integer.BYTES;
        }
        return errorType == NICIRA_10 && !version.isAtLeast(Version.OF12) ? NICIRA_10_LENGTH : 0;
    }

    static ErrorMessage visit(FieldVisitor<ErrorMessage> f) {
        return new ErrorMessage(
                f.as(ErrorNames.types(f.version())).u16("type", ErrorMessage::errorType),
                f.u16("code", ErrorMessage::code),
                f.rest("data", ErrorMessage::data));
    }

    private String body(Version version) {
        return name(version) + (data.length() == 0 ? "" : " data=" + data.abbreviated());
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
