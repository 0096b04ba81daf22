package net.beaconcontroller.probe.fuzz;

import java.util.Optional;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.probe.CraftedMessage;

/**
 * A message of a sequence.
 *
 * @param sent the bytes that are sent
 * @param original the correct message that they were made of; empty if they were read from a file
 */
record FuzzMessage(Bytes sent, Optional<CraftedMessage> original) {
    /** Returns whether the bytes differ from the correct message. */
    boolean isChanged() {
        return original.filter(message -> Bytes.of(message.bytes()).equals(sent))
                .isEmpty();
    }

    /** Returns the message with other bytes. */
    FuzzMessage with(byte[] bytes) {
        return new FuzzMessage(Bytes.of(bytes), original);
    }

    /** Returns one line for people: the decoded message, or why it cannot be decoded. */
    String text() {
        byte[] bytes = sent.toArray();
        String summary = CraftedMessage.ofBytes(bytes).toString();
        if (bytes.length < Header.LENGTH) {
            return summary;
        }
        try {
            return summary + ": " + Messages.read(bytes, 0, bytes.length);
        } catch (MalformedMessageException e) {
            return summary + ": " + e.getMessage();
        }
    }
}
