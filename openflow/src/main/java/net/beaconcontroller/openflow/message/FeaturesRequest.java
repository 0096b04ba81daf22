package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;

/** Requests the identity and the features of a switch, OpenFlow 1.5.1 section 7.3.1 (OFPT_FEATURES_REQUEST). */
public record FeaturesRequest() implements Request<FeaturesReply> {
    public static final MessageLayout<FeaturesRequest> LAYOUT =
            MessageLayout.ofRequest(MessageType.FEATURES_REQUEST, new FeaturesRequest(), FeaturesReply.LAYOUT);

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
