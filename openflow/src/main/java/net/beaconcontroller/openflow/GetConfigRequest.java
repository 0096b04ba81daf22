package net.beaconcontroller.openflow;

/** Asks for a switch's configuration, OpenFlow 1.3.5 section 7.3.2. */
public record GetConfigRequest() implements Request<GetConfigReply> {
    @Override
    public MessageType type() {
        return MessageType.GET_CONFIG_REQUEST;
    }

    @Override
    public Class<GetConfigReply> replyType() {
        return GetConfigReply.class;
    }
}
