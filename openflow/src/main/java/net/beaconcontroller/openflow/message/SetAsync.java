package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.structure.AsyncConfig;

/**
 * Sets which asynchronous messages the switch sends to this controller, OpenFlow 1.5.1 section 7.3.10 (OFPT_SET_ASYNC);
 * OpenFlow 1.3 and later.
 */
public record SetAsync(AsyncConfig config) implements Message {
    public static final MessageLayout<SetAsync> LAYOUT = MessageLayout.of(
            MessageType.SET_ASYNC,
            SetAsync.class,
            f -> new SetAsync(f.one("config", SetAsync::config, AsyncConfig::visit)));

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
