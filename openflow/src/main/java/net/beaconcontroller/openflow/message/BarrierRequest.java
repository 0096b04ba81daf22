package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;

/**
 * A barrier: the switch finishes all earlier messages before it replies, OpenFlow 1.5.1 section 7.3.7
 * (OFPT_BARRIER_REQUEST).
 */
public record BarrierRequest() implements Request<BarrierReply> {
    public static final MessageLayout<BarrierRequest> LAYOUT =
            MessageLayout.ofRequest(MessageType.BARRIER_REQUEST, new BarrierRequest(), BarrierReply.LAYOUT);

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
