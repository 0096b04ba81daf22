package net.beaconcontroller.openflow;

/**
 * A port came, went or changed, OpenFlow 1.5.1 section 7.4.3 (OFPT_PORT_STATUS).
 *
 * @param reason what happened
 * @param port the port as it is now
 */
public record PortStatus(Reason reason, Port port) implements Message {

    /** What happened to the port, OpenFlow 1.5.1 section 7.4.3 (OFPPR_). */
    public enum Reason {
        /** It is new. */
        ADD,
        /** It is gone. */
        DELETE,
        /** It is set up otherwise, or its state is another. */
        MODIFY
    }

    private static final EnumCodec<Reason> REASONS = new EnumCodec<>(ErrorCode.BAD_TYPE, Reason.values());

    static PortStatus visit(FieldVisitor<PortStatus> f) {
        Reason reason = f.choice8("reason", PortStatus::reason, REASONS);
        f.pad(7);
        return new PortStatus(reason, f.one("port", PortStatus::port, Port::visit));
    }

    @Override
    public String toString() {
        return MessagePrinter.print(this);
    }
}
