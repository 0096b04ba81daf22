package net.beaconcontroller.openflow;

/**
 * Asks a switch to give this controller a role, OpenFlow 1.5.1 section 7.3.9; from OpenFlow 1.2 on.
 *
 * @param shortId a number that names this controller at the switch; from OpenFlow 1.5 on, 0xffff for none; else 0
 * @param generationId grows with each change of the master, so that a switch can tell an old one
 */
public record RoleRequest(Role role, int shortId, long generationId) implements Request<RoleReply> {
    @Override
    public Class<RoleReply> replyType() {
        return RoleReply.class;
    }

    static RoleRequest walk(Fields<RoleRequest> f) {
        boolean told = f.since(Version.OF15);
        Role role = f.choice32("role", RoleRequest::role, Role.CHOICE);
        int shortId = told
                ? f.as(Names.HEX).u16("short_id", RoleRequest::shortId)
                : f.unsaid("short_id", RoleRequest::shortId, 0);
        f.pad(told ? 2 : 4);
        return new RoleRequest(role, shortId, f.as(Names.HEX).u64("generation_id", RoleRequest::generationId));
    }

    @Override
    public String toString() {
        return Text.print(this);
    }
}
