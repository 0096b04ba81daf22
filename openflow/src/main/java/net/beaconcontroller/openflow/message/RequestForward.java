package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * Another controller's group-mod or meter-mod, which the switch has carried out: OpenFlow 1.5.1 section 7.4.6
 * (OFPT_REQUESTFORWARD); from OpenFlow 1.4 on.
 *
 * @param request the message, with that controller's transaction id
 */
public record RequestForward(Envelope request) implements Message {
    public static final MessageLayout<RequestForward> LAYOUT =
            MessageLayout.of(MessageType.REQUESTFORWARD, RequestForward.class, RequestForward::visit);

    static RequestForward visit(FieldVisitor<RequestForward> f) {
        return new RequestForward(f.value("request", RequestForward::request, Envelope.CODEC));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
