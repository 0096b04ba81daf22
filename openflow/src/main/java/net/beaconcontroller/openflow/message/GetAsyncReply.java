package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.structure.AsyncConfig;

/**
 * The asynchronous messages that a switch sends to this controller, OpenFlow 1.5.1 section 7.3.10
 * (OFPT_GET_ASYNC_REPLY); OpenFlow 1.3 and later.
 */
public record GetAsyncReply(AsyncConfig config) implements Message {
    public static final MessageLayout<GetAsyncReply> LAYOUT = MessageLayout.of(
            MessageType.GET_ASYNC_REPLY,
            GetAsyncReply.class,
            f -> new GetAsyncReply(f.one("config", GetAsyncReply::config, AsyncConfig::visit)));

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
