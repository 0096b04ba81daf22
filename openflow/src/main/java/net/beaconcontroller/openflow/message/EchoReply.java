package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;

/**
 * The reply to an {@link EchoRequest}, OpenFlow 1.5.1 section 7.5.3 (OFPT_ECHO_REPLY).
 *
 * @param data the data of the request
 */
public record EchoReply(Bytes data) implements Message {
    public static final MessageLayout<EchoReply> LAYOUT = MessageLayout.of(
            MessageType.ECHO_REPLY, EchoReply.class, f -> new EchoReply(f.rest("data", EchoReply::data)));

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
