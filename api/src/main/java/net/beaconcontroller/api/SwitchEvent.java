package net.beaconcontroller.api;

import net.beaconcontroller.openflow.structure.Port;

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
     * The connection of an active switch is closed. Messages to it are dropped. When the switch reconnects, it is
     * another object.
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
}
