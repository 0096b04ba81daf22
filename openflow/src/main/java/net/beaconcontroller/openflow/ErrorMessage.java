package net.beaconcontroller.openflow;

/**
 * The peer refused a message, OpenFlow 1.5.1 section 7.5.4.
 *
 * @param errorType the OFPET_ number, as the connection's version numbers them
 * @param code the number within the type; the vendor's number for type {@link #EXPERIMENTER}
 * @param data at least the first 64 bytes of the message that was refused, as a rule; for type {@link #EXPERIMENTER} the
 *     vendor's id comes before
 */
public record ErrorMessage(int errorType, int code, Bytes data) implements Message {
    /** How much of a refused message goes back with the error. */
    public static final int DATA_LENGTH = 64;

    /** OFPET_EXPERIMENTER. */
    public static final int EXPERIMENTER = 0xffff;

    static ErrorMessage walk(Fields<ErrorMessage> f) {
        return new ErrorMessage(
                f.as(ErrorNames.types(f.version)).u16("type", ErrorMessage::errorType),
                f.u16("code", ErrorMessage::code),
                f.rest("data", ErrorMessage::data));
    }

    @Override
    public String toString() {
        return Text.print(this);
    }
}
