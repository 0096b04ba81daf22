package net.beaconcontroller.api;

import net.beaconcontroller.openflow.MessageType;

/** Counts the messages that a switch and the controller have exchanged. Safe for use by several threads. */
public interface MessageCounters {
    /** Returns the number of messages of a type that the switch has sent. */
    long received(MessageType type);

    /** Returns the number of messages of a type that the controller has sent. */
    long sent(MessageType type);

    /** Returns the number of malformed messages that were refused. Those of a known type also count as received. */
    long malformed();

    /**
     * Returns the number of malformed messages whose header had a wrong length, and after which the next message was
     * found by the content of the message.
     */
    long resynchronizations();

    /**
     * Returns the number of packet-ins that were dropped because the packet was so long that a message of OpenFlow
     * cannot state its length. They also count as received.
     */
    long oversized();

    /**
     * Returns the number of messages to the switch that were dropped because it did not read and too much output
     * waited.
     */
    long dropped();

    /**
     * Returns the number of packets that could not be sent to the switch: the packet does not fit into a packet-out, or
     * the switch had sent only its beginning without buffering it.
     */
    long unsendable();
}
