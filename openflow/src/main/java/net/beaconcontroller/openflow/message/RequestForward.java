package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;

/**
 * A group-mod or meter-mod of another controller that the switch has executed, OpenFlow 1.5.1 section 7.4.6
 * (OFPT_REQUESTFORWARD); OpenFlow 1.4 and later.
 *
 * @param request the message, with the transaction id of that controller
 */
public record RequestForward(Envelope request) implements Message {
    public static final MessageLayout<RequestForward> LAYOUT = MessageLayout.of(
            MessageType.REQUESTFORWARD,
            RequestForward.class,
            f -> new RequestForward(f.value("request", RequestForward::request, Envelope.CODEC)));

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
