package net.beaconcontroller.openflow;

/** Asks for all ports, OpenFlow 1.3.5 section 7.3.5.7; not in OpenFlow 1.0, where the features reply has them. */
public record PortDescRequest() implements Request<PortDescReply> {
    @Override
    public MessageType type() {
        return MessageType.MULTIPART_REQUEST;
    }

    @Override
    public Class<PortDescReply> replyType() {
        return PortDescReply.class;
    }

    void write(Writer out, Version version) {
        if (!version.isAtLeast(Version.OF13)) {
            throw new UnsupportedByVersionException("PORT_DESC", version);
        }
        Multipart.write(out, version, Multipart.PORT_DESC, false);
    }
}
