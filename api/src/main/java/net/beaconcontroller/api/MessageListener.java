package net.beaconcontroller.api;

import net.beaconcontroller.openflow.message.Message;

/**
 * Receives the asynchronous messages of switches other than packet-ins and port-status messages: flow-removed, errors,
 * experimenter messages and others. Replies go to the caller of {@link Switch#request}, and port-status messages arrive
 * as {@link SwitchEvent}.
 */
public non-sealed interface MessageListener extends Listener {
    /**
     * Handles a message. Called on the switch's loop, for the messages of one switch in the order of their arrival. An
     * exception is logged and counted, and the message continues to the next listener.
     *
     * @param sw the switch that sent the message
     * @param xid the transaction id of the message, 32 bits; for an error, that of the message that the switch refused
     * @param message the message
     * @return whether the message continues to the next listener
     */
    Next message(Switch sw, long xid, Message message);
}
