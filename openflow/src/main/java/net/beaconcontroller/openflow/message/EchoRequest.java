package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;

/**
 * A request that tests whether the connection is alive, OpenFlow 1.5.1 section 7.5.2 (OFPT_ECHO_REQUEST). Both sides
 * may send it.
 *
 * @param data the reply has the same data
 */
public record EchoRequest(Bytes data) implements Request<EchoReply> {
    public static final MessageLayout<EchoRequest> LAYOUT = MessageLayout.ofRequest(
            MessageType.ECHO_REQUEST,
            EchoRequest.class,
            f -> new EchoRequest(f.rest("data", EchoRequest::data)),
            EchoReply.LAYOUT);

    /** Creates a request without data. */
    public EchoRequest() {
        this(Bytes.EMPTY);
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
