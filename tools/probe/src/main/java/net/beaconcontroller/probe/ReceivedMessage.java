package net.beaconcontroller.probe;

import java.util.List;
import java.util.Optional;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.Envelope;

/**
 * A message of the controller.
 *
 * @param version the version number in the header
 * @param type the number of the message type in the header
 * @param length the number of bytes
 * @param xid the transaction id
 * @param envelope the decoded message; empty if it is malformed
 */
public record ReceivedMessage(int version, int type, int length, long xid, Optional<Envelope> envelope) {
    static ReceivedMessage of(byte[] bytes) {
        return new ReceivedMessage(
                Header.version(bytes, 0), Header.type(bytes, 0), bytes.length, Header.xid(bytes, 0), decode(bytes));
    }

    private static Optional<Envelope> decode(byte[] bytes) {
        try {
            return Optional.of(Messages.read(bytes, 0, bytes.length));
        } catch (MalformedMessageException _) {
            return Optional.empty();
        }
    }

    /** Returns the message if it is of this class. */
    public <M> Optional<M> as(Class<M> messageClass) {
        return envelope.map(Envelope::message).filter(messageClass::isInstance).map(messageClass::cast);
    }

    /** Returns the ports to which a packet-out or a flow sends packets; of another message, none. */
    public List<Long> outputs() {
        return envelope.map(each -> Outputs.of(each.message())).orElse(List.of());
    }

    @Override
    public String toString() {
        return envelope.map(Envelope::toString)
                .orElseGet(() -> "a malformed message: version=%d type=%d length=%d".formatted(version, type, length));
    }
}
