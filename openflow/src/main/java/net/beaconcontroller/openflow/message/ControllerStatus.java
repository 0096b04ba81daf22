package net.beaconcontroller.openflow.message;

import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.structure.Property;
import net.beaconcontroller.openflow.structure.PropertyTypes;
import net.beaconcontroller.openflow.structure.Role;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/**
 * The status of a controller of the switch, OpenFlow 1.5.1 sections 7.3.5 (OFPMP_CONTROLLER_STATUS) and 7.4.7
 * (OFPT_CONTROLLER_STATUS); OpenFlow 1.5. The switch sends it when the status changes, and on request for all
 * controllers.
 *
 * @param shortId the short id of the controller at the switch, 16 bits; 0 for none (OFPCID_UNDEFINED)
 * @param role the role of the controller
 * @param reason an OFPCSR_ number: 0 request, 1 channel status, 2 role, 3 controller added, 4 controller removed, 5
 *     short id, 6 experimenter
 * @param channel an OFPCT_STATUS_ number: 0 up, 1 down
 */
public record ControllerStatus(int shortId, Role role, int reason, int channel, List<Property> properties)
        implements Message {
    public static final MessageLayout<ControllerStatus> LAYOUT = MessageLayout.of(
            MessageType.CONTROLLER_STATUS,
            ControllerStatus.class,
            f -> f.one("status", status -> status, ControllerStatus::visit));

    /**
     * The URI of the connection, OpenFlow 1.5.1 section 7.3.5 (OFPCSPT_URI); OpenFlow 1.5.
     *
     * @param uri bytes of ASCII, such as {@code tls:192.0.2.1:6653}
     */
    public record Uri(Bytes uri) implements Property {
        static Uri visit(FieldVisitor<Uri> f) {
            return new Uri(f.rest("uri", Uri::uri));
        }
    }

    private static final Names REASONS = Names.ofValues(
            "request", "channel_status", "role", "controller_added", "controller_removed", "short_id", "experimenter");
    private static final Names CHANNELS = Names.ofValues("up", "down");
    private static final TypeRegistry<Property> PROPERTIES =
            PropertyTypes.create().with(0, "URI", Uri.class, Uri::visit);

    public ControllerStatus {
        properties = List.copyOf(properties);
    }

    public static ControllerStatus visit(FieldVisitor<ControllerStatus> f) {
        f.length("length");
        return new ControllerStatus(
                f.as(Names.HEX).u16("short_id", ControllerStatus::shortId),
                f.enum32("role", ControllerStatus::role, Role.CODEC),
                f.as(REASONS).u8("reason", ControllerStatus::reason),
                f.padAfter(f.as(CHANNELS).u8("channel_status", ControllerStatus::channel), 6),
                f.list("properties", ControllerStatus::properties, PROPERTIES));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
