package net.beaconcontroller.openflow;

/** Asks a switch for its configuration, OpenFlow 1.5.1 section 7.3.2 (OFPT_GET_CONFIG_REQUEST). */
public record GetConfigRequest() implements Request<GetConfigReply> {
    @Override
    public Class<GetConfigReply> replyType() {
        return GetConfigReply.class;
    }

    @Override
    public String toString() {
        return MessagePrinter.print(this);
    }
}
