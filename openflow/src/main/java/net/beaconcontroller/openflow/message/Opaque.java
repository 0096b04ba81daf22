package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;

/**
 * A message that this library does not read: most of OpenFlow 1.1, which no switch speaks alone; in OpenFlow 1.1 only.
 *
 * @param type what kind of message it is
 * @param body its bytes behind the header, as they came
 */
public record Opaque(MessageType type, Bytes body) implements Message {
    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
