package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.wire.EnumCodec;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * The notification that a port was added, deleted or modified, OpenFlow 1.5.1 section 7.4.3 (OFPT_PORT_STATUS).
 *
 * @param reason the change
 * @param port the port after the change
 */
public record PortStatus(Reason reason, Port port) implements Message {
    public static final MessageLayout<PortStatus> LAYOUT =
            MessageLayout.of(MessageType.PORT_STATUS, PortStatus.class, PortStatus::visit);

    /** The change of the port, OpenFlow 1.5.1 section 7.4.3 (OFPPR_). */
    public enum Reason {
        /** The port was added. */
        ADD,
        /** The port was removed. */
        DELETE,
        /** The configuration or state of the port has changed. */
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
