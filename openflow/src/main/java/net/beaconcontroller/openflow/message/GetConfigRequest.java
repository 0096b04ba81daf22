package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;

/** Requests the configuration of a switch, OpenFlow 1.5.1 section 7.3.2 (OFPT_GET_CONFIG_REQUEST). */
public record GetConfigRequest() implements Request<GetConfigReply> {
    public static final MessageLayout<GetConfigRequest> LAYOUT =
            MessageLayout.ofRequest(MessageType.GET_CONFIG_REQUEST, new GetConfigRequest(), GetConfigReply.LAYOUT);

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
