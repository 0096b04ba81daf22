package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;

/**
 * Requests which asynchronous messages the switch sends to this controller, OpenFlow 1.5.1 section 7.3.10
 * (OFPT_GET_ASYNC_REQUEST); OpenFlow 1.3 and later.
 */
public record GetAsyncRequest() implements Request<GetAsyncReply> {
    public static final MessageLayout<GetAsyncRequest> LAYOUT =
            MessageLayout.ofRequest(MessageType.GET_ASYNC_REQUEST, new GetAsyncRequest(), GetAsyncReply.LAYOUT);

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
