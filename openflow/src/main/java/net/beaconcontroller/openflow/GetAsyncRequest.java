package net.beaconcontroller.openflow;

/**
 * Asks which asynchronous messages a switch sends to this controller, OpenFlow 1.5.1 section 7.3.10
 * (OFPT_GET_ASYNC_REQUEST); from OpenFlow 1.3 on.
 */
public record GetAsyncRequest() implements Request<GetAsyncReply> {
    @Override
    public Class<GetAsyncReply> replyType() {
        return GetAsyncReply.class;
    }

    @Override
    public String toString() {
        return MessagePrinter.print(this);
    }
}
