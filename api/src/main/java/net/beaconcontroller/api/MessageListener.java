package net.beaconcontroller.api;

import net.beaconcontroller.openflow.Message;

/**
 * Hears the messages that switches send, but for packet-ins, echoes, and the answers to requests: flow-removed, port-status,
 * errors, experimenters' messages, and whatever else a switch says unasked.
 */
public non-sealed interface MessageListener extends Listener {
    /**
     * A message came in. Called on the switch's loop, for the messages of one switch in their order.
     *
     * <p>An exception is logged and counted, and the message passes on to the next listener.
     *
     * @param xid the transaction id in its header; of an error, that of the message which the switch refused
     */
    Next message(Switch sw, long xid, Message message);
}
