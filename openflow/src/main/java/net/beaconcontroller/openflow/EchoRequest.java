package net.beaconcontroller.openflow;

/**
 * Asks whether the other side is there, OpenFlow 1.5.1 section 7.5.2 (OFPT_ECHO_REQUEST); either side may.
 *
 * @param data comes back with the answer
 */
public record EchoRequest(Bytes data) implements Request<EchoReply> {
    /** Asks without data. */
    public EchoRequest() {
        this(Bytes.EMPTY);
    }

    @Override
    public Class<EchoReply> replyType() {
        return EchoReply.class;
    }

    static EchoRequest visit(FieldVisitor<EchoRequest> f) {
        return new EchoRequest(f.rest("data", EchoRequest::data));
    }

    @Override
    public String toString() {
        return MessagePrinter.print(this);
    }
}
