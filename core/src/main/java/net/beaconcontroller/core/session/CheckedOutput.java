package net.beaconcontroller.core.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import net.beaconcontroller.core.io.OutputBuffer;
import net.beaconcontroller.core.session.OutputRefusals.Verdict;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.BundleAdd;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.Outputs;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.structure.Port;
import org.jspecify.annotations.Nullable;

/**
 * The messages of applications to a switch that refuses outputs. Applies the {@link OutputRefusals} to each message
 * before it is added to the output of the connection: decodes the message, changes it and encodes it again. The
 * messages to other switches bypass this class, so that they have no part in its cost. For the session's executor.
 */
final class CheckedOutput extends Writer {
    private final MessageSender sender;
    private final OutputBuffer out;
    private final OutputRefusals refusals;
    private final Version version;

    CheckedOutput(MessageSender sender, OutputBuffer out, OutputRefusals refusals) {
        super(Header.LENGTH);
        this.sender = sender;
        this.out = out;
        this.refusals = refusals;
        this.version = sender.version();
    }

    /** Called when an encoder has encoded a message. */
    @Override
    protected void committed(int type) {
        byte[] message = Arrays.copyOf(array(), length());
        discard(length());
        send(message);
    }

    @Override
    protected void dropped() {
        out.drop();
    }

    /** Sends an encoded message. */
    void send(byte[] bytes) {
        long xid = Header.xid(bytes, 0);
        switch (decode(bytes)) {
            case PacketOut packet -> send(packet, xid);
            case FlowMod flow -> sendEntry(flow, flow.match().inPort(), xid);
            case GroupMod group -> sendEntry(group, PortNumber.ANY, xid);
            case BundleAdd add -> sendEntry(add, PortNumber.ANY, xid);
            case null, default -> out.appendMessage(bytes);
        }
        sender.selectOutput();
    }

    /** Returns a message, or null if it is one that the switch refuses as a whole. */
    private static @Nullable Message decode(byte[] bytes) {
        try {
            return Messages.decode(bytes, 0, bytes.length);
        } catch (MalformedMessageException _) {
            return null;
        }
    }

    private List<Action> accepted(Action action, Predicate<Port> mayOutput) {
        return refusals.inPlaceOf(action, mayOutput).stream()
                .filter(each -> refusals.verdict(Outputs.port(each)) != Verdict.REFUSED)
                .toList();
    }

    /** Sends a flow or a group. It is not sent apart: it has its effect only with all outputs. */
    private void sendEntry(Message entry, long inPort, long xid) {
        Message checked = Outputs.replace(entry, action -> accepted(action, port -> port.number() != inPort));
        Messages.encode(checked, version, xid, out);
    }

    private void send(PacketOut packet, long xid) {
        long inPort = packet.inPort();
        PacketOut checked =
                Outputs.replace(packet, action -> accepted(action, port -> port.isUp() && port.number() != inPort));
        if (Outputs.hasOutput(checked.actions())) {
            sendParts(checked, xid);
        } else if (packet.bufferId() != PacketIn.NO_BUFFER || sender.isAwaited(xid)) {
            // The switch releases the buffer, or its error is the result for which an application waits.
            encode(sender.isAwaited(xid) ? packet : checked, xid);
        }
    }

    /** Sends a packet to the ports that accept packets with one message, and to each other port with another one. */
    private void sendParts(PacketOut packet, long xid) {
        Set<Long> apart = new LinkedHashSet<>();
        packet.actions().stream()
                .map(Outputs::port)
                .filter(port -> refusals.verdict(port) != Verdict.ACCEPTED)
                .forEach(apart::add);
        if (packet.bufferId() != PacketIn.NO_BUFFER
                && packet.actions().stream().filter(Outputs::isOutput).count() > 1) {
            // The switch has the packet only once.
            apart.clear();
        }
        // A flow-mod can have the same transaction id, and the error must be that of this message.
        long next = sender.isAwaited(xid) ? xid : sender.ids().next();
        PacketOut together = only(packet, port -> !apart.contains(port));
        if (Outputs.hasOutput(together.actions())) {
            encode(together, next);
            next = sender.ids().next();
        }
        var trials = new ArrayList<Long>();
        for (long port : apart) {
            if (refusals.verdict(port) == Verdict.SUSPECT) {
                refusals.tried(port, next);
                trials.add(next);
            }
            encode(only(packet, to -> to == port), next);
            next = sender.ids().next();
        }
        if (!trials.isEmpty()) {
            sender.confirm(() -> refusals.processed(trials));
        }
    }

    /** Returns the packet-out without the outputs to other ports. */
    private static PacketOut only(PacketOut packet, LongPredicate ports) {
        return Outputs.replace(
                packet,
                action -> !Outputs.isOutput(action) || ports.test(Outputs.port(action)) ? List.of(action) : List.of());
    }

    private void encode(PacketOut packet, long xid) {
        List<PacketOut> parts = packet.fitting(version);
        if (parts.isEmpty()) {
            out.drop();
        }
        parts.forEach(part -> Messages.encode(part, version, xid, out));
    }
}
