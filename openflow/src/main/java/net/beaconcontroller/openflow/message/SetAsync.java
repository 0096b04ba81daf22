package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.structure.AsyncConfig;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * Says which asynchronous messages a switch is to send to this controller, OpenFlow 1.5.1 section 7.3.10
 * (OFPT_SET_ASYNC); from OpenFlow 1.3 on.
 */
public record SetAsync(AsyncConfig config) implements Message {
    public static final MessageLayout<SetAsync> LAYOUT =
            MessageLayout.of(MessageType.SET_ASYNC, SetAsync.class, SetAsync::visit);

    static SetAsync visit(FieldVisitor<SetAsync> f) {
        return new SetAsync(f.one("config", SetAsync::config, AsyncConfig::visit));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
