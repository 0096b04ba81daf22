package net.beaconcontroller.openflow;

/**
 * Says which asynchronous messages a switch is to send to this controller, OpenFlow 1.5.1 section 7.3.10
 * (OFPT_SET_ASYNC); from OpenFlow 1.3 on.
 */
public record SetAsync(AsyncConfig config) implements Message {
    static SetAsync visit(FieldVisitor<SetAsync> f) {
        return new SetAsync(f.one("config", SetAsync::config, AsyncConfig::visit));
    }

    @Override
    public String toString() {
        return MessagePrinter.print(this);
    }
}
