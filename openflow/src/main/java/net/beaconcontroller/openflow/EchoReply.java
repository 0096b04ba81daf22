package net.beaconcontroller.openflow;

/**
 * The answer to an {@link EchoRequest}, OpenFlow 1.5.1 section 7.5.3 (OFPT_ECHO_REPLY).
 *
 * @param data what the request had
 */
public record EchoReply(Bytes data) implements Message {
    static EchoReply visit(FieldVisitor<EchoReply> f) {
        return new EchoReply(f.rest("data", EchoReply::data));
    }

    @Override
    public String toString() {
        return MessagePrinter.print(this);
    }
}
