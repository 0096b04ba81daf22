package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;

/**
 * A message of OpenFlow 1.1 whose body this library does not decode. No switch supports OpenFlow 1.1 alone.
 *
 * @param type the message type
 * @param body the bytes after the header
 */
public record Opaque(MessageType type, Bytes body) implements Message {
    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
