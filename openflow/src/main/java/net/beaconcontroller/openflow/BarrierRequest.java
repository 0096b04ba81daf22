package net.beaconcontroller.openflow;

/** Asks the switch to finish all that came before it first, OpenFlow 1.5.1 section 7.3.7 (OFPT_BARRIER_REQUEST). */
public record BarrierRequest() implements Request<BarrierReply> {
    @Override
    public Class<BarrierReply> replyType() {
        return BarrierReply.class;
    }

    @Override
    public String toString() {
        return MessagePrinter.print(this);
    }
}
