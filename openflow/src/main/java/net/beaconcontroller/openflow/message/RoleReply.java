package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.structure.Role;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * The role of this controller at a switch, OpenFlow 1.5.1 section 7.3.8 (OFPT_ROLE_REPLY); OpenFlow 1.2 and later.
 *
 * @param shortId the short id of this controller at the switch, 16 bits; OpenFlow 1.5, 0 for none (OFPCID_UNDEFINED)
 * @param generationId 64 bits, incremented with each change of the master, so that a switch can reject a stale one
 */
public record RoleReply(Role role, int shortId, long generationId) implements Message {
    public static final MessageLayout<RoleReply> LAYOUT =
            MessageLayout.of(MessageType.ROLE_REPLY, RoleReply.class, RoleReply::visit);

    static RoleReply visit(FieldVisitor<RoleReply> f) {
        boolean is15 = f.since(Version.OF15);
        return new RoleReply(
                f.enum32("role", RoleReply::role, Role.CODEC),
                f.padAfter(f.as(Names.HEX).u16Since(Version.OF15, "short_id", RoleReply::shortId, 0), is15 ? 2 : 4),
                f.as(Names.HEX).u64("generation_id", RoleReply::generationId));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
