package net.beaconcontroller.openflow;

/** Asks whether the peer is alive, OpenFlow 1.3.5 section 7.5.2. The answer has the same data. */
public record EchoRequest(Bytes data) implements Request<EchoReply> {
    @Override
    public MessageType type() {
        return MessageType.ECHO_REQUEST;
    }

    @Override
    public Class<EchoReply> replyType() {
        return EchoReply.class;
    }

    static EchoRequest read(Reader in) {
        return new EchoRequest(in.rest("data"));
    }

    void write(Writer out) {
        out.bytes(data);
    }
}
