package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;

/**
 * The body of an OpenFlow message. The header is not part of it: the version and the transaction id belong to the
 * connection. Messages are immutable values that are the same for every version. An {@link Envelope} is a message with
 * its header. OpenFlow 1.5.1 sections 7.3 to 7.5.
 */
public interface Message {
    /** Returns the type of the message. */
    default MessageType type() {
        return MessageLayout.of(this).type();
    }
}
