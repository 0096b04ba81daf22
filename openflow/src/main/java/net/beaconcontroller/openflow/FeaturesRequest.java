package net.beaconcontroller.openflow;

/** Asks a switch who it is, OpenFlow 1.3.5 section 7.3.1. */
public record FeaturesRequest() implements Request<FeaturesReply> {
    @Override
    public MessageType type() {
        return MessageType.FEATURES_REQUEST;
    }

    @Override
    public Class<FeaturesReply> replyType() {
        return FeaturesReply.class;
    }
}
