package net.beaconcontroller.openflow;

/** All that came before the {@link BarrierRequest} is done, OpenFlow 1.5.1 section 7.3.8. */
public record BarrierReply() implements Message {
    @Override
    public String toString() {
        return Text.print(this);
    }
}
