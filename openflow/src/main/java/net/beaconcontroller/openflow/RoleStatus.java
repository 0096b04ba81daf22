package net.beaconcontroller.openflow;

import java.util.List;

/**
 * The switch has given this controller another role, OpenFlow 1.5.1 section 7.4.4 (OFPT_ROLE_STATUS); from OpenFlow 1.4
 * on.
 *
 * @param role the new one
 * @param reason an OFPCRR_ number: 0 another controller asked to be master, 1 the switch was set up so, 2 something of
 *     a vendor's
 * @param generationId as in {@link RoleRequest}
 * @param properties what else there is to say
 */
public record RoleStatus(Role role, int reason, long generationId, List<Property> properties) implements Message {
    /** What else there is to say of a new role, OpenFlow 1.5.1 section 7.4.4 (OFPRPT_); from OpenFlow 1.4 on. */
    public sealed interface Property permits ExperimenterProperty, UnknownProperty {}

    private static final Names REASONS = Names.ofValues("master_request", "config", "experimenter");
    private static final TypeRegistry<Property> PROPERTIES = ExperimenterProperty.addTo(UnknownProperty.family());

    public RoleStatus {
        properties = List.copyOf(properties);
    }

    static RoleStatus visit(FieldVisitor<RoleStatus> f) {
        Role role = f.choice32("role", RoleStatus::role, Role.CHOICE);
        int reason = f.as(REASONS).u8("reason", RoleStatus::reason);
        f.pad(3);
        return new RoleStatus(
                role,
                reason,
                f.as(Names.HEX).u64("generation_id", RoleStatus::generationId),
                f.list("properties", RoleStatus::properties, PROPERTIES));
    }

    @Override
    public String toString() {
        return MessagePrinter.print(this);
    }
}
