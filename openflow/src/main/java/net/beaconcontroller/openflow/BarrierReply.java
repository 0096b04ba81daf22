package net.beaconcontroller.openflow;

/** All that came before the {@link BarrierRequest} is done, OpenFlow 1.5.1 section 7.3.7 (OFPT_BARRIER_REPLY). */
public record BarrierReply() implements Message {
    @Override
    public String toString() {
        return MessagePrinter.print(this);
    }
}
