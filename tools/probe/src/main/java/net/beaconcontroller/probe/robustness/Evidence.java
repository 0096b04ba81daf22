package net.beaconcontroller.probe.robustness;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.probe.CraftedMessage;
import net.beaconcontroller.probe.ProbeSwitch;
import net.beaconcontroller.probe.Traffic;
import net.beaconcontroller.probe.Verdict;
import net.beaconcontroller.switchkit.ReceivedMessage;

/** The reactions of a controller to the faulty messages of one trial. Thread-safe. */
final class Evidence implements Traffic {
    /** The maximum number of faulty messages that are compared with answers. */
    private static final int MAX_FAULTY = 2000;

    private final ProbeCase probeCase;
    private final Map<Long, CraftedMessage> faulty = new LinkedHashMap<>();
    private final Set<Long> obeyed = new HashSet<>();
    private final Set<Long> refused = new HashSet<>();
    private final Map<String, Integer> errors = new TreeMap<>();
    private int sent;
    private boolean isAnswered;

    Evidence(ProbeCase probeCase) {
        this.probeCase = probeCase;
    }

    @Override
    public synchronized void sent(ProbeSwitch from, CraftedMessage message) {
        sent++;
        if (faulty.size() < MAX_FAULTY) {
            faulty.put((long) sent, message);
        }
    }

    @Override
    public synchronized void received(ProbeSwitch to, ReceivedMessage message) {
        if (faulty.isEmpty() || message.envelope().isEmpty() || asksForHost(to, message)) {
            return;
        }
        if (message.envelope().get().message() instanceof ErrorMessage error) {
            refused(to.version(), message, error);
        } else {
            faulty.forEach((number, crafted) -> {
                isAnswered = isAnswered || ProbeCase.answersIt(crafted, message);
                if (probeCase.isObeyed().test(crafted, message)) {
                    obeyed.add(number);
                }
            });
        }
    }

    /**
     * Returns whether a message asks a host whether it has its address. A controller may ask that at any time, for
     * example because of a correct packet before the faulty ones.
     */
    private static boolean asksForHost(ProbeSwitch to, ReceivedMessage message) {
        return message.as(PacketOut.class)
                .map(out -> out.data().toArray())
                .filter(frame -> to.hosts().stream()
                        .anyMatch(host -> host.answerTo(frame).isPresent()))
                .isPresent();
    }

    private void refused(Version version, ReceivedMessage message, ErrorMessage error) {
        errors.merge(error.name(version), 1, Integer::sum);
        boolean isRight = probeCase.refusals().stream()
                .anyMatch(code -> code.type(version) == error.errorType() && code.code(version) == error.code());
        byte[] data = error.data().toArray();
        for (Map.Entry<Long, CraftedMessage> entry : faulty.entrySet()) {
            CraftedMessage crafted = entry.getValue();
            if (isRight
                    && !refused.contains(entry.getKey())
                    && (crafted.startsLike(data) || crafted.xid() == message.xid())) {
                refused.add(entry.getKey());
                return;
            }
        }
    }

    /** Returns the verdict about a controller that still serves the switch. */
    synchronized Verdict verdict() {
        if (!obeyed.isEmpty()) {
            return Verdict.OBEYED;
        }
        return refused.isEmpty() ? Verdict.IGNORED : Verdict.REFUSED;
    }

    /** Returns whether the controller has sent an error of the specification. */
    synchronized boolean isRefused() {
        return !refused.isEmpty();
    }

    /** Returns whether a faulty message was answered as a good one. */
    synchronized boolean isAnswered() {
        return isAnswered;
    }

    /** Returns the counts, for people. */
    synchronized String text() {
        List<String> parts = new ArrayList<>();
        if (!obeyed.isEmpty()) {
            parts.add("%d of %d obeyed".formatted(obeyed.size(), sent));
        }
        if (!refused.isEmpty() && refused.size() < Math.min(sent, MAX_FAULTY)) {
            parts.add("%d of %d refused".formatted(refused.size(), sent));
        }
        errors.forEach((name, count) -> parts.add(count == 1 ? name : "%s (%d)".formatted(name, count)));
        return String.join(", ", parts);
    }
}
