package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.wire.EnumCodec;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * A port came, went or changed, OpenFlow 1.5.1 section 7.4.3 (OFPT_PORT_STATUS).
 *
 * @param reason what happened
 * @param port the port as it is now
 */
public record PortStatus(Reason reason, Port port) implements Message {
    public static final MessageLayout<PortStatus> LAYOUT =
            MessageLayout.of(MessageType.PORT_STATUS, PortStatus.class, PortStatus::visit);

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
        Reason reason = f.enum8("reason", PortStatus::reason, REASONS);
        f.pad(7);
        return new PortStatus(reason, f.one("port", PortStatus::port, Port::visit));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
