package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;

/**
 * Asks which asynchronous messages a switch sends to this controller, OpenFlow 1.5.1 section 7.3.10
 * (OFPT_GET_ASYNC_REQUEST); from OpenFlow 1.3 on.
 */
public record GetAsyncRequest() implements Request<GetAsyncReply> {
    public static final MessageLayout<GetAsyncRequest> LAYOUT = MessageLayout.ofRequest(
            MessageType.GET_ASYNC_REQUEST, GetAsyncRequest.class, f -> new GetAsyncRequest(), GetAsyncReply.class);

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
