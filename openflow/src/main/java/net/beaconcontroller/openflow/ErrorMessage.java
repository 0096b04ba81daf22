package net.beaconcontroller.openflow;

/**
 * The peer refused a message, OpenFlow 1.3.5 section 7.5.4.
 *
 * @param errorType the OFPET_ number, as the connection's version numbers them
 * @param code the number within the type
 * @param data at least the first 64 bytes of the message that was refused, as a rule
 */
public record ErrorMessage(int errorType, int code, Bytes data) implements Message {
    /** How much of a refused message goes back with the error. */
    public static final int DATA_LENGTH = 64;

    @Override
    public MessageType type() {
        return MessageType.ERROR;
    }

    static ErrorMessage read(Reader in) {
        return new ErrorMessage(in.u16("type"), in.u16("code"), in.rest("data"));
    }

    void write(Writer out) {
        out.u16(errorType);
        out.u16(code);
        out.bytes(data);
    }
}
