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
 * How a controller of the switch is doing, OpenFlow 1.5.1 sections 7.3.5 (OFPMP_CONTROLLER_STATUS) and 7.4.7
 * (OFPT_CONTROLLER_STATUS); OpenFlow 1.5. The switch tells by itself when it changes, and all together when it is
 * asked.
 *
 * @param shortId the number that names the controller at the switch, 16 bits; 0 for none (OFPCID_UNDEFINED)
 * @param role which part it has at the switch
 * @param reason an OFPCSR_ number: 0 it was asked for, 1 the channel, 2 the role, 3 the controller is new, 4 it is
 *     gone, 5 the short id, 6 something of a vendor's
 * @param channel an OFPCT_STATUS_ number: 0 up, 1 down
 * @param properties what else is known of it
 */
public record ControllerStatus(int shortId, Role role, int reason, int channel, List<Property> properties)
        implements Message {
    public static final MessageLayout<ControllerStatus> LAYOUT = MessageLayout.of(
            MessageType.CONTROLLER_STATUS,
            ControllerStatus.class,
            f -> f.one("status", status -> status, ControllerStatus::visit));

    /**
     * Where its connection leads, OpenFlow 1.5.1 section 7.3.5 (OFPCSPT_URI); OpenFlow 1.5.
     *
     * @param uri bytes of ASCII, such as {@code tls:192.0.2.1:6653}
     */
    public record Uri(Bytes uri) implements Property {
        public static Uri visit(FieldVisitor<Uri> f) {
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
        int shortId = f.as(Names.HEX).u16("short_id", ControllerStatus::shortId);
        Role role = f.enum32("role", ControllerStatus::role, Role.CODEC);
        int reason = f.as(REASONS).u8("reason", ControllerStatus::reason);
        int channel = f.as(CHANNELS).u8("channel_status", ControllerStatus::channel);
        f.pad(6);
        return new ControllerStatus(
                shortId, role, reason, channel, f.list("properties", ControllerStatus::properties, PROPERTIES));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
