package net.beaconcontroller.switchkit;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.Outputs;
import net.beaconcontroller.openflow.message.PacketOut;

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

    /**
     * Returns the decoded message.
     *
     * @throws NoSuchElementException if it is malformed
     */
    public Message message() {
        return envelope.orElseThrow().message();
    }

    /** Returns the message if it is of this class. */
    public <M> Optional<M> as(Class<M> messageClass) {
        return envelope.map(Envelope::message).filter(messageClass::isInstance).map(messageClass::cast);
    }

    /** Returns the ports to which a packet-out, a flow or a group sends packets; of another message, none. */
    public List<Long> outputs() {
        return envelope.map(each -> outputs(each.message())).orElse(List.of());
    }

    /** Returns the ports to which a packet-out, a flow or a group sends packets; of another message, none. */
    public static List<Long> outputs(Message message) {
        Stream<Action> actions =
                switch (message) {
                    case PacketOut packet -> packet.actions().stream();
                    case FlowMod flow -> flow.instructions().stream().flatMap(ReceivedMessage::actions);
                    case GroupMod group -> group.buckets().stream().flatMap(bucket -> bucket.actions().stream());
                    default -> Stream.empty();
                };
        return actions.map(Outputs::port).filter(port -> port != PortNumber.ANY).toList();
    }

    private static Stream<Action> actions(Instruction instruction) {
        return instruction instanceof Instruction.ApplyActions(List<Action> actions)
                ? actions.stream()
                : Stream.empty();
    }

    @Override
    public String toString() {
        return envelope.map(Envelope::toString)
                .orElseGet(() -> "a malformed message: version=%d type=%d length=%d".formatted(version, type, length));
    }
}
