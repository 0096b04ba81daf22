package net.beaconcontroller.api;

import net.beaconcontroller.openflow.MessageType;

/** How many messages a switch and the controller have exchanged. May be read from any thread at any time. */
public interface MessageCounters {
    long received(MessageType type);

    long sent(MessageType type);

    /** Messages that were refused because they were malformed; they also count as received where their type is known. */
    long malformed();
}
