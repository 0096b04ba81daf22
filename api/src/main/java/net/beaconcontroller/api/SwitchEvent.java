package net.beaconcontroller.api;

import net.beaconcontroller.openflow.Port;

/** What happens to a switch. */
public sealed interface SwitchEvent {
    Switch sw();

    /** A switch is ready to be used. */
    record Connected(Switch sw) implements SwitchEvent {}

    /** A switch is gone, and will not come back as this object. What is sent to it is dropped. */
    record Disconnected(Switch sw) implements SwitchEvent {}

    /** A port was added, or came up. */
    record PortUp(Switch sw, Port port) implements SwitchEvent {}

    /** A port went down, or was removed. */
    record PortDown(Switch sw, Port port) implements SwitchEvent {}

    /** Something else about a port is new, such as its speed. */
    record PortChanged(Switch sw, Port port) implements SwitchEvent {}
}
