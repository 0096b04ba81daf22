package net.beaconcontroller.openflow.structure;

import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.wire.EnumCodec;

/** The role of a controller at a switch, OpenFlow 1.5.1 section 6.3.5 (OFPCR_ROLE_); OpenFlow 1.2 and later. */
public enum Role {
    /** No change: queries the current role. */
    NO_CHANGE,
    /** Default role: full access and all asynchronous messages, like other controllers. */
    EQUAL,
    /** Full access; at most one controller. The switch changes the previous master to slave. */
    MASTER,
    /** Read-only access and no asynchronous messages except port-status. */
    SLAVE;

    /** The roles by OFPCR_ROLE_ number. */
    public static final EnumCodec<Role> CODEC = new EnumCodec<>(ErrorCode.BAD_ROLE, values());
}
