package net.beaconcontroller.api;

import net.beaconcontroller.net.Words;
import net.beaconcontroller.openflow.structure.Role;

/**
 * Thrown when a switch refuses a role because the generation id of the request is less than the current one
 * (OFPRRFC_STALE, OpenFlow 1.3.5 section 6.3.5): another controller has become master since.
 */
public final class StaleGenerationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long current;

    /**
     * Creates an exception.
     *
     * @param sw the switch that refused the role
     * @param role the requested role
     * @param requested the generation id of the request
     * @param current the generation id of the switch
     */
    public StaleGenerationException(Switch sw, Role role, long requested, long current) {
        super("switch %s refused the role %s: generation id %s is stale; the current one is %s"
                .formatted(sw, Words.of(role), Long.toUnsignedString(requested), Long.toUnsignedString(current)));
        this.current = current;
    }

    /** Returns the generation id of the switch. A request with this id or a greater one is not stale. */
    public long current() {
        return current;
    }
}
