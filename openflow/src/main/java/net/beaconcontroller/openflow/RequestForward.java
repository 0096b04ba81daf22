package net.beaconcontroller.openflow;

/**
 * Another controller's group-mod or meter-mod, which the switch has carried out: OpenFlow 1.5.1 section 7.4.6
 * (OFPT_REQUESTFORWARD); from OpenFlow 1.4 on.
 *
 * @param request the message, with that controller's transaction id
 */
public record RequestForward(Envelope request) implements Message {
    static RequestForward visit(FieldVisitor<RequestForward> f) {
        return new RequestForward(f.message("request", RequestForward::request));
    }

    @Override
    public String toString() {
        return MessagePrinter.print(this);
    }
}
