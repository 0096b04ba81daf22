package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.structure.Role;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * Requests a role for this controller, OpenFlow 1.5.1 section 7.3.8 (OFPT_ROLE_REQUEST); OpenFlow 1.2 and later.
 *
 * @param shortId the short id of this controller at the switch, 16 bits; OpenFlow 1.5, 0 for none (OFPCID_UNDEFINED)
 * @param generationId 64 bits, incremented with each change of the master, so that a switch can reject a stale one
 */
public record RoleRequest(Role role, int shortId, long generationId) implements Request<RoleReply> {
    public static final MessageLayout<RoleRequest> LAYOUT =
            MessageLayout.ofRequest(MessageType.ROLE_REQUEST, RoleRequest.class, RoleRequest::visit, RoleReply.LAYOUT);

    static RoleRequest visit(FieldVisitor<RoleRequest> f) {
        boolean is15 = f.since(Version.OF15);
        return new RoleRequest(
                f.enum32("role", RoleRequest::role, Role.CODEC),
                f.padAfter(f.as(Names.HEX).u16Since(Version.OF15, "short_id", RoleRequest::shortId, 0), is15 ? 2 : 4),
                f.as(Names.HEX).u64("generation_id", RoleRequest::generationId));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
