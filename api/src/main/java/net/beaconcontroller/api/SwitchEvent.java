package net.beaconcontroller.api;

import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.structure.Role;

/** An event of a switch or of one of its ports. */
public sealed interface SwitchEvent {
    /** Returns the switch. */
    Switch sw();

    /**
     * The switch is active: it is connected, identified and set up.
     *
     * @param sw the switch
     */
    record Connected(Switch sw) implements SwitchEvent {}

    /**
     * An active switch is lost: its connection is closed, or this controller became a slave, which {@link RoleChanged}
     * reports before. Messages to it are dropped. When the switch is active again, it is another object.
     *
     * @param sw the switch
     */
    record Disconnected(Switch sw) implements SwitchEvent {}

    /**
     * A port was added, or its link came up.
     *
     * @param sw the switch
     * @param port the port, as it is now
     */
    record PortUp(Switch sw, Port port) implements SwitchEvent {}

    /**
     * A port was removed, or its link went down.
     *
     * @param sw the switch
     * @param port the port, as it is now
     */
    record PortDown(Switch sw, Port port) implements SwitchEvent {}

    /**
     * Another property of a port changed, such as its speed.
     *
     * @param sw the switch
     * @param port the port, as it is now
     */
    record PortChanged(Switch sw, Port port) implements SwitchEvent {}

    /**
     * The role of this controller at an active switch changed, OpenFlow 1.5.1 section 6.3.5. If the new role is {@link
     * Role#SLAVE}, {@link Disconnected} follows. A switch of which this controller is a slave is not active; when that
     * ends, the switch is {@link Connected}, and {@link Switch#role} returns the new role.
     *
     * @param sw the switch
     * @param role the new role
     * @param reason why it changed
     * @param generationId the generation id of the change, 64 bits; of the last known one if the switch did not send it
     */
    record RoleChanged(Switch sw, Role role, RoleReason reason, long generationId) implements SwitchEvent {}

    /** The reason of a change of the role, OpenFlow 1.5.1 section 7.4.4 (OFPCRR_). */
    enum RoleReason {
        /** This controller requested the role. */
        REQUEST,
        /** Another controller became master. */
        OTHER_MASTER,
        /** The configuration of the switch changed. */
        CONFIGURATION,
        /** An extension of the switch. */
        EXPERIMENTER,
        /** The switch did not send the reason: before OpenFlow 1.4 it does not report changes. */
        UNKNOWN
    }
}
