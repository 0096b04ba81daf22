package net.beaconcontroller.openflow;

/** Asks for an answer when all messages before this one have been worked off, OpenFlow 1.3.5 section 7.3.8. */
public record BarrierRequest() implements Request<BarrierReply> {
    @Override
    public MessageType type() {
        return MessageType.BARRIER_REQUEST;
    }

    @Override
    public Class<BarrierReply> replyType() {
        return BarrierReply.class;
    }
}
