package net.beaconcontroller.openflow.message;

import java.util.List;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.structure.Property;
import net.beaconcontroller.openflow.structure.PropertyTypes;
import net.beaconcontroller.openflow.structure.Role;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/**
 * The notification that the switch has changed the role of this controller, OpenFlow 1.5.1 section 7.4.4
 * (OFPT_ROLE_STATUS); OpenFlow 1.4 and later.
 *
 * @param role the new role
 * @param reason an OFPCRR_ number: 0 another controller became master, 1 configuration of the switch, 2 experimenter
 * @param generationId see {@link RoleRequest}
 */
public record RoleStatus(Role role, int reason, long generationId, List<Property> properties) implements Message {
    public static final MessageLayout<RoleStatus> LAYOUT =
            MessageLayout.of(MessageType.ROLE_STATUS, RoleStatus.class, RoleStatus::visit);

    private static final Names REASONS = Names.ofValues("master_request", "config", "experimenter");
    private static final TypeRegistry<Property> PROPERTIES = PropertyTypes.create();

    public RoleStatus {
        properties = List.copyOf(properties);
    }

    static RoleStatus visit(FieldVisitor<RoleStatus> f) {
        return new RoleStatus(
                f.enum32("role", RoleStatus::role, Role.CODEC),
                f.padAfter(f.as(REASONS).u8("reason", RoleStatus::reason), 3),
                f.as(Names.HEX).u64("generation_id", RoleStatus::generationId),
                f.list("properties", RoleStatus::properties, PROPERTIES));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
