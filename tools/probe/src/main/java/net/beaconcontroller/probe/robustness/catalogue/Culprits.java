package net.beaconcontroller.probe.robustness.catalogue;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.probe.CraftedMessage;
import net.beaconcontroller.probe.Host;
import net.beaconcontroller.probe.ProbeSwitch;
import net.beaconcontroller.probe.Scenario;
import net.beaconcontroller.probe.robustness.ProbeCase;
import net.beaconcontroller.switchkit.ReceivedMessage;

/** Scenarios in which the culprit sends faulty messages of one kind. */
final class Culprits {
    private static final long LOCALLY_ADMINISTERED = 0x0200_0000_0000L;
    private static final long NETWORK = 0x0a00_0000L;
    private static final long HOST_BITS = 0xff_ffff;

    private Culprits() {}

    /** Sends a number of messages with a pause after each. */
    static Scenario sends(int count, Duration pause, Function<ProbeSwitch, CraftedMessage> message) {
        return probe -> {
            ProbeSwitch culprit = probe.culprit();
            for (int i = 0; i < count; i++) {
                culprit.send(message.apply(culprit));
                if (pause.isPositive()) {
                    Thread.sleep(pause);
                }
            }
        };
    }

    /** Sends messages without a pause. */
    static Scenario sendsEach(Function<ProbeSwitch, List<CraftedMessage>> messages) {
        return probe -> {
            ProbeSwitch culprit = probe.culprit();
            for (CraftedMessage message : messages.apply(culprit)) {
                culprit.send(message);
            }
        };
    }

    /**
     * Sends messages, each after the controller has replied to an echo request, so that the good message that follows a
     * faulty one is received with it or alone. Ends when the controller does not reply.
     */
    static Scenario sendsEachAlone(Function<ProbeSwitch, List<CraftedMessage>> messages) {
        return probe -> {
            ProbeSwitch culprit = probe.culprit();
            for (CraftedMessage message : messages.apply(culprit)) {
                culprit.send(message);
                if (!culprit.echoes(probe.patience())) {
                    return;
                }
            }
        };
    }

    /**
     * Returns a packet-in to be changed. Each one has another source, and no host of a good packet-in, so that an
     * answer to it cannot be confused with that to another one.
     */
    static CraftedMessage packetIn(ProbeSwitch culprit) {
        return culprit.packetIn(newHost(culprit), culprit.host(4)).craft();
    }

    /** Returns a host at port 3 that has sent nothing yet. */
    static Host newHost(ProbeSwitch culprit) {
        long number = culprit.nextNumber();
        return new Host(3, LOCALLY_ADMINISTERED | number, NETWORK | (number & HOST_BITS));
    }

    /** Returns a frame as {@link #packetIn} has it, with other addresses. */
    static Bytes anyFrame() {
        var host = new Host(3, LOCALLY_ADMINISTERED, NETWORK);
        return Bytes.of(host.udpTo(host, 0));
    }

    /**
     * Returns whether the controller answered a message that is not a correct message by chance. An echo request is
     * right with any length: only its header determines its end.
     */
    static boolean obeysFault(CraftedMessage faulty, ReceivedMessage message) {
        return ProbeCase.answersIt(faulty, message)
                && message.as(EchoReply.class).isEmpty()
                && !isCorrect(faulty);
    }

    /** Returns whether the bytes are a correct message of the version. */
    private static boolean isCorrect(CraftedMessage message) {
        byte[] bytes = message.bytes();
        try {
            return Header.version(bytes, 0) == version(message)
                    && !(Messages.decode(bytes, 0, bytes.length) instanceof PacketIn in
                            && in.data().length() > in.totalLength());
        } catch (MalformedMessageException _) {
            return false;
        }
    }

    private static int version(CraftedMessage message) {
        return message.origin().map(origin -> origin.version().wire()).orElse(-1);
    }
}
