package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;

/**
 * The reply to a {@link BarrierRequest}: the switch has processed all earlier messages, OpenFlow 1.5.1 section 7.3.7
 * (OFPT_BARRIER_REPLY).
 */
public record BarrierReply() implements Message {
    public static final MessageLayout<BarrierReply> LAYOUT =
            MessageLayout.of(MessageType.BARRIER_REPLY, BarrierReply.class, f -> new BarrierReply());

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
