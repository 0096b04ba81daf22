package net.beaconcontroller.openflow.message;

import java.util.Objects;

/**
 * A message to which the peer replies with a message of another type and the same transaction id, OpenFlow 1.5.1
 * sections 7.3 and 7.5.
 *
 * @param <R> the reply
 */
public interface Request<R extends Message> extends Message {
    /** Returns the class of the reply. */
    @SuppressWarnings("unchecked")
    default Class<R> replyType() {
        return (Class<R>) Objects.requireNonNull(MessageLayout.of(this).reply()).messageClass();
    }
}
