package net.beaconcontroller.core.session;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.Outputs;
import net.beaconcontroller.openflow.message.RefusedMessage;
import net.beaconcontroller.openflow.structure.Port;
import org.jspecify.annotations.Nullable;

/**
 * The outputs that one switch refuses: reserved ports that it does not have, and ports to which it forwards nothing,
 * such as members of a link aggregation.
 *
 * <p>A switch refuses a whole message because of one output, and its error may show several ports or none. So an error
 * only makes ports <em>suspects</em>. The next packet to a suspect is sent apart: in a message of its own, whose
 * transaction id is kept until the reply to a barrier request that follows it. If the switch refuses that message, the
 * port is <em>refused</em>: it is left out of packet-outs, flows and groups. After {@link #RETRY}, or when the switch
 * reports a change of the port, it is a suspect again. So other ports lose one packet at most, and an error has an
 * effect only if it refers to a message that was sent.
 *
 * <p>FLOOD, which is optional (OpenFlow 1.3.5 section 4.5), is replaced from the first error on: by ALL, or by the
 * numbers of the ports if floods exclude a port (OFPPC_NO_FLOOD), or if the switch refuses ALL, too.
 *
 * <p>For the session's executor, but for {@link #ports}. The number of suspects and refused ports is bounded by the
 * number of ports of the switch.
 */
final class OutputRefusals {
    /** The time after which a refused port is tried again, and for which an error that shows no port counts. */
    static final Duration RETRY = Duration.ofSeconds(60);

    private static final long RETRY_NANOS = RETRY.toNanos();

    private static final long CLEAN_UP_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The number of ports that the switch does not report, but to which applications may send. */
    private static final int MAX_UNREPORTED = 256;

    /** The knowledge about an output. */
    enum Verdict {
        /** Packets may be sent to this and other outputs with one message. */
        ACCEPTED,
        /** The next packet is to be sent apart. */
        SUSPECT,
        /** A packet was sent apart, and the switch has not confirmed it. */
        TRIED,
        /** The switch has refused a packet that was sent apart. */
        REFUSED
    }

    private static final class Output {
        private Verdict verdict = Verdict.SUSPECT;
        /** When the port is tried again, if it is refused. */
        private long retryNanos;
        /** The suspicion after which the switch has accepted a packet. */
        private int suspicion;

        private @Nullable Long loggedNanos;

        boolean isLineDue(long now) {
            return loggedNanos == null || now - loggedNanos >= RETRY_NANOS;
        }
    }

    private final PortTable ports;
    private final TransactionIds ids;
    private final LongSupplier nanoTime;
    private final Consumer<String> log;
    private final Map<Long, Output> outputs = new HashMap<>();
    /** The ports of the messages that were sent apart, by transaction id. */
    private final Map<Long, Long> trials = new HashMap<>();
    /** The time until which other ports are suspects, because an error showed no port; null if they are not. */
    private @Nullable Long suspicionEndsNanos;
    /** The number of errors that showed no port. */
    private int suspicions;

    private long nextCleanUpNanos;

    private boolean refusesFlood;
    private boolean refusesAll;
    /** The times until which ports are left out. */
    private final Map<Long, Long> refused = new ConcurrentHashMap<>();

    /**
     * Creates an object that knows no refusals.
     *
     * @param log takes the predicate of a sentence about the switch
     */
    OutputRefusals(PortTable ports, TransactionIds ids, LongSupplier nanoTime, Consumer<String> log) {
        this.ports = ports;
        this.ids = ids;
        this.nanoTime = nanoTime;
        this.log = log;
        this.nextCleanUpNanos = nanoTime.getAsLong();
    }

    // Errors

    /** Learns from an error. Returns whether the refusal is logged here, or not at all because it was logged before. */
    boolean receive(long xid, ErrorMessage error, Version version) {
        if (!isAboutOutput(error)) {
            return false;
        }
        Long tried = trials.remove(xid);
        if (tried != null) {
            refuse(tried, error.description(version));
            return true;
        }
        if (!ids.isRecent(xid)) {
            return false;
        }
        Optional<RefusedMessage> message = RefusedMessage.of(error, version);
        if (message.isEmpty()) {
            suspectAll(error.description(version));
            return true;
        }
        return message.get().xid() == xid && learn(message.get(), error, version);
    }

    /** Returns whether an error can be about a port that is an output. The numbers are the same in all versions. */
    private static boolean isAboutOutput(ErrorMessage error) {
        return is(error, ErrorCode.BAD_OUT_PORT) || is(error, ErrorCode.ACTION_EPERM) || is(error, ErrorCode.BAD_PORT);
    }

    private static boolean is(ErrorMessage error, ErrorCode code) {
        return error.errorType() == code.type(Version.OF13) && error.code() == code.code(Version.OF13);
    }

    private boolean learn(RefusedMessage message, ErrorMessage error, Version version) {
        boolean isPacket = message.type() == MessageType.PACKET_OUT;
        boolean isIngressGone =
                isPort(message.inPort()) && ports.get(message.inPort()).isEmpty();
        if (!(isPacket || message.type() == MessageType.FLOW_MOD || message.type() == MessageType.GROUP_MOD)
                || (isIngressGone && is(error, ErrorCode.BAD_PORT))) {
            return false;
        }
        String description = error.description(version);
        if (message.outputs().contains(PortNumber.FLOOD)) {
            logIf(!refusesFlood, "refuses FLOOD, which is replaced by ALL or the numbers of the ports: " + description);
            refusesFlood = true;
            return true;
        }
        if (message.outputs().contains(PortNumber.ALL)) {
            logIf(!refusesAll, "refuses ALL, which is replaced by the numbers of the ports: " + description);
            refusesAll = true;
            return true;
        }
        if (message.isComplete()) {
            return suspect(message) && isPacket;
        }
        suspectAll(description);
        return isPacket;
    }

    private void logIf(boolean isDue, String line) {
        if (isDue) {
            log.accept(line);
        }
    }

    /** Makes the outputs of a message suspects. Returns whether there are any. */
    private boolean suspect(RefusedMessage message) {
        boolean isFound = false;
        for (long port : message.outputs()) {
            // A switch may refuse to send a packet back, which says nothing about the port.
            if (isPort(port) && port != message.inPort()) {
                isFound = true;
                Output output = entry(port);
                if (output != null && output.verdict == Verdict.ACCEPTED) {
                    output.verdict = Verdict.SUSPECT;
                }
            }
        }
        return isFound;
    }

    private void suspectAll(String description) {
        logIf(suspicionEndsNanos == null, "refused an output, and the error does not show which: " + description);
        suspicions++;
        suspicionEndsNanos = nanoTime.getAsLong() + RETRY_NANOS;
    }

    /** Returns the entry of a port, which is a suspect if the entry is new; null at the maximum number of entries. */
    private @Nullable Output entry(long port) {
        Output output = outputs.get(port);
        if (output == null && outputs.size() < ports.size() + MAX_UNREPORTED) {
            output = new Output();
            outputs.put(port, output);
        }
        return output;
    }

    private void refuse(long port, String description) {
        Output output = outputs.get(port);
        if (output != null) {
            long now = nanoTime.getAsLong();
            output.verdict = Verdict.REFUSED;
            output.retryNanos = now + RETRY_NANOS;
            refused.put(port, output.retryNanos);
            if (output.isLineDue(now)) {
                output.loggedNanos = now;
                log.accept("refuses output to port %s, which is left out for %d s or until it changes: %s"
                        .formatted(PortNumber.toString(port), RETRY.toSeconds(), description));
            }
        }
    }

    private void suspectAgain(long port, Output output) {
        output.verdict = Verdict.SUSPECT;
        refused.remove(port);
    }

    // Trials

    /** Called when a packet is sent to a suspect. */
    void tried(long port, long xid) {
        Output output = entry(port);
        if (output != null) {
            output.verdict = Verdict.TRIED;
            trials.put(xid, port);
        }
    }

    /** Called when the switch has processed packets that were sent apart: it accepts those that it did not refuse. */
    void processed(Collection<Long> xids) {
        for (Long xid : xids) {
            Long port = trials.remove(xid);
            Output output = port == null ? null : outputs.get(port);
            if (output != null && output.verdict == Verdict.TRIED) {
                output.verdict = Verdict.ACCEPTED;
                output.suspicion = suspicions;
            }
        }
    }

    /** Called when the switch reports that a port has changed. */
    void portChanged(long port) {
        Output output = outputs.get(port);
        if (output != null && output.verdict == Verdict.REFUSED) {
            suspectAgain(port, output);
        }
    }

    // Outputs

    /** Returns whether outputs have to be checked before they are sent. Removes entries without an effect. */
    boolean isNeeded() {
        long now = nanoTime.getAsLong();
        if (suspicionEndsNanos != null && now - suspicionEndsNanos >= 0) {
            suspicionEndsNanos = null;
        }
        if (suspicionEndsNanos == null && now - nextCleanUpNanos >= 0) {
            nextCleanUpNanos = now + CLEAN_UP_NANOS;
            outputs.values().removeIf(output -> output.verdict == Verdict.ACCEPTED && output.isLineDue(now));
        }
        return refusesFlood || refusesAll || suspicionEndsNanos != null || !outputs.isEmpty();
    }

    /** Returns the knowledge about an output. */
    Verdict verdict(long port) {
        if (!isPort(port)) {
            return Verdict.ACCEPTED;
        }
        Output output = suspicionEndsNanos == null ? outputs.get(port) : entry(port);
        if (output == null) {
            return Verdict.ACCEPTED;
        }
        if (output.verdict == Verdict.ACCEPTED && suspicionEndsNanos != null && output.suspicion != suspicions) {
            output.verdict = Verdict.SUSPECT;
        } else if (output.verdict == Verdict.REFUSED && nanoTime.getAsLong() - output.retryNanos >= 0) {
            suspectAgain(port, output);
        }
        return output.verdict;
    }

    /** Returns the ports that are left out. Thread-safe. */
    Set<Long> ports() {
        long now = nanoTime.getAsLong();
        return refused.entrySet().stream()
                .filter(entry -> now - entry.getValue() < 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns whether this is the number of a port, not that of a reserved port other than LOCAL. */
    private static boolean isPort(long port) {
        return port > 0 && PortNumber.isStandard(port);
    }

    /**
     * Returns the actions in place of one: those for FLOOD and ALL if the switch refuses them, else the action.
     *
     * @param mayOutput whether packets may be sent to a port at all
     */
    List<Action> inPlaceOf(Action action, Predicate<Port> mayOutput) {
        long port = Outputs.port(action);
        if (port == PortNumber.FLOOD && refusesFlood) {
            return ports.hasExcludedFromFloods() || refusesAll
                    ? toEach(mayOutput.and(each -> !each.isExcludedFromFloods()))
                    : List.of(new Action.Output(PortNumber.ALL));
        }
        return port == PortNumber.ALL && refusesAll ? toEach(mayOutput) : List.of(action);
    }

    private List<Action> toEach(Predicate<Port> mayOutput) {
        return ports.all().stream()
                .filter(mayOutput)
                .map(Port::number)
                .filter(OutputRefusals::isPort)
                .<Action>map(Action.Output::new)
                .toList();
    }
}
