package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * The peer refused a message, OpenFlow 1.5.1 section 7.5.4 (OFPT_ERROR).
 *
 * @param errorType the OFPET_ number, 16 bits, as the connection's version numbers them
 * @param code the number within the type, 16 bits; the vendor's number for type {@link #EXPERIMENTER}
 * @param data at least the first 64 bytes of the message that was refused, as a rule; for type {@link #EXPERIMENTER}
 *     the vendor's 32-bit id comes before
 */
public record ErrorMessage(int errorType, int code, Bytes data) implements Message {
    public static final MessageLayout<ErrorMessage> LAYOUT = MessageLayout.of(
                    MessageType.ERROR, ErrorMessage.class, ErrorMessage::visit)
            .printedBy(ErrorMessage::body);

    /** How many bytes of a refused message go back with the error. */
    public static final int DATA_LENGTH = 64;

    /** OFPET_EXPERIMENTER: an error that a vendor has defined; from OpenFlow 1.2 on. */
    public static final int EXPERIMENTER = 0xffff;

    /** What a version calls this error, such as {@code BAD_REQUEST/BAD_LEN}; numbers where it has no name. */
    public String name(Version version) {
        return ErrorNames.print(version, errorType, code);
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
