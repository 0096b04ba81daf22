package net.beaconcontroller.openflow;

/** All messages before the request have been worked off, OpenFlow 1.3.5 section 7.3.8. */
public record BarrierReply() implements Message {
    @Override
    public MessageType type() {
        return MessageType.BARRIER_REPLY;
    }
}
