package net.beaconcontroller.openflow;

/** Says that one is alive, OpenFlow 1.3.5 section 7.5.3. */
public record EchoReply(Bytes data) implements Message {
    @Override
    public MessageType type() {
        return MessageType.ECHO_REPLY;
    }

    static EchoReply read(Reader in) {
        return new EchoReply(in.rest("data"));
    }

    void write(Writer out) {
        out.bytes(data);
    }
}
