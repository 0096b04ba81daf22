package net.beaconcontroller.openflow;

/** Asks a switch who it is and what it can do, OpenFlow 1.5.1 section 7.3.1 (OFPT_FEATURES_REQUEST). */
public record FeaturesRequest() implements Request<FeaturesReply> {
    @Override
    public Class<FeaturesReply> replyType() {
        return FeaturesReply.class;
    }

    @Override
    public String toString() {
        return MessagePrinter.print(this);
    }
}
