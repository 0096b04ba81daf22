package net.beaconcontroller.openflow;

/**
 * Which asynchronous messages a switch sends to this controller, OpenFlow 1.5.1 section 7.3.10 (OFPT_GET_ASYNC_REPLY);
 * from OpenFlow 1.3 on.
 */
public record GetAsyncReply(AsyncConfig config) implements Message {
    static GetAsyncReply visit(FieldVisitor<GetAsyncReply> f) {
        return new GetAsyncReply(f.one("config", GetAsyncReply::config, AsyncConfig::visit));
    }

    @Override
    public String toString() {
        return MessagePrinter.print(this);
    }
}
