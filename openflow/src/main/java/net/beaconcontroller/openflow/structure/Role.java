package net.beaconcontroller.openflow.structure;

import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.wire.EnumCodec;

/** Which part a controller has at a switch, OpenFlow 1.5.1 section 6.3.5 (OFPCR_ROLE_); from OpenFlow 1.2 on. */
public enum Role {
    /** No change: asks for the present role. */
    NO_CHANGE,
    /** Like the others: full access, and all asynchronous messages. */
    EQUAL,
    /** The only one of this role; the switch makes the one before it a slave. */
    MASTER,
    /** Read-only, and no asynchronous messages but those about ports. */
    SLAVE;

    /** OFPCR_ROLE_ numbers. */
    public static final EnumCodec<Role> CODEC = new EnumCodec<>(ErrorCode.BAD_ROLE, values());
}
