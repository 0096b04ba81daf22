package net.beaconcontroller.openflow;

/** A port came, went or changed, OpenFlow 1.3.5 section 7.4.3. */
public record PortStatus(Reason reason, Port port) implements Message {

    /** What happened to the port. */
    public enum Reason {
        ADD,
        DELETE,
        MODIFY
    }

    private static final int PADDING = 7;

    @Override
    public MessageType type() {
        return MessageType.PORT_STATUS;
    }

    static PortStatus read(Reader in) {
        int reason = in.u8("reason");
        if (reason >= Reason.values().length) {
            throw MalformedMessageException.badValue("reason=%d, known are 0 to 2".formatted(reason));
        }
        in.skip(PADDING, "pad");
        return new PortStatus(Reason.values()[reason], Port.read(in));
    }

    void write(Writer out, Version version) {
        out.u8(reason.ordinal());
        out.zeros(PADDING);
        port.write(out, version);
    }
}
