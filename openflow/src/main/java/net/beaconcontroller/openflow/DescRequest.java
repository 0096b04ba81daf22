package net.beaconcontroller.openflow;

/** Asks who made the switch, OpenFlow 1.3.5 section 7.3.5.1. */
public record DescRequest() implements Request<DescReply> {
    @Override
    public MessageType type() {
        return MessageType.MULTIPART_REQUEST;
    }

    @Override
    public Class<DescReply> replyType() {
        return DescReply.class;
    }

    void write(Writer out, Version version) {
        Multipart.write(out, version, Multipart.DESC, false);
    }
}
