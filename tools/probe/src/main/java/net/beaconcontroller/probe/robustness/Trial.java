package net.beaconcontroller.probe.robustness;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.ExpectationFailedException;
import net.beaconcontroller.probe.PacketInMessage;
import net.beaconcontroller.probe.PacketInStatistics;
import net.beaconcontroller.probe.Probe;
import net.beaconcontroller.probe.ProbeSwitch;
import net.beaconcontroller.probe.Traffic;
import net.beaconcontroller.probe.Verdict;

/** One run of a case: runs its scenario, and then judges the reaction of the controller. For use by one thread. */
final class Trial {
    private static final int GOOD_PACKET_INS = 10;
    /** The controller may receive the first packet-ins together with a faulty message, but not the next ones. */
    private static final int GOOD_ROUNDS = 2;

    private static final int WITNESS_ROUNDS = 3;

    /** A verdict with what led to it. */
    record Judgement(Verdict verdict, String detail) {
        Judgement or(Judgement other) {
            return other.verdict.isWorseThan(verdict) ? other : this;
        }
    }

    private final InetSocketAddress controller;
    private final Version version;
    private final ProbeCase probeCase;
    private final Limits limits;
    private final long seed;
    private final Evidence evidence;
    private PacketInStatistics statistics = PacketInStatistics.none();

    Trial(InetSocketAddress controller, Version version, ProbeCase probeCase, Limits limits, long seed) {
        this.controller = controller;
        this.version = version;
        this.probeCase = probeCase;
        this.limits = limits;
        this.seed = seed ^ probeCase.name().hashCode() * 0x9e37_79b9_7f4a_7c15L ^ version.wire();
        this.evidence = new Evidence(probeCase);
    }

    /** Runs the case. The judgement leaves out the witness. */
    Judgement run(Witness witness) throws InterruptedException {
        Judgement judgement = runScenario();
        witness.awaitRounds(WITNESS_ROUNDS);
        if (!accepts(seed + 1)) {
            return new Judgement(Verdict.DIED, "no new switch is served");
        }
        return judgement;
    }

    /** Returns whether the controller answered a faulty message as a good one. */
    boolean isAnswered() {
        return evidence.isAnswered();
    }

    /** Returns what became of the correct packet-ins of the scenario. */
    PacketInStatistics statistics() {
        return statistics;
    }

    private Judgement runScenario() throws InterruptedException {
        Judgement judgement = new Judgement(Verdict.REFUSED, "");
        try (var probe = new Probe(controller, version, limits.patience(), seed, evidence)) {
            try {
                probeCase.scenario().run(probe);
            } catch (IOException _) {
                // The controller has closed a connection, which is judged below.
            } catch (ExpectationFailedException e) {
                judgement = new Judgement(e.verdict(), String.valueOf(e.getMessage()));
            }
            statistics = probe.statistics();
            if (probe.hasCulprit()) {
                judgement = judgement.or(judge(probe.culprit()));
            } else if (!judgement.verdict().isWorseThan(Verdict.REFUSED)) {
                judgement = new Judgement(evidence.verdict(), evidence.text());
            }
        } catch (IOException e) {
            judgement = judgement.or(new Judgement(Verdict.CLOSED, String.valueOf(e.getMessage())));
        }
        return judgement;
    }

    /** Checks whether the culprit is served. */
    private Judgement judge(ProbeSwitch culprit) throws InterruptedException {
        culprit.setReading(true);
        int unanswered = 0;
        long began = System.nanoTime();
        try {
            for (int round = 0; round < GOOD_ROUNDS && unanswered == 0; round++) {
                unanswered = culprit.unanswered(goodPacketIns(culprit), limits.patience())
                        .size();
            }
        } catch (IOException _) {
            // The reader notices the end of the connection.
            unanswered = GOOD_PACKET_INS;
            culprit.awaitClosed(limits.patience());
        }
        if (unanswered > 0) {
            culprit.awaitClosed(limits.closingTime());
        }
        if (culprit.isClosed()) {
            return closed(culprit, Duration.ofNanos(System.nanoTime() - began));
        }
        if (unanswered > 0) {
            return new Judgement(
                    Verdict.STUCK, with("%d of %d later packet-ins unanswered".formatted(unanswered, GOOD_PACKET_INS)));
        }
        return new Judgement(evidence.verdict(), evidence.text());
    }

    private static List<PacketInMessage> goodPacketIns(ProbeSwitch culprit) {
        return Stream.generate(() -> culprit.packetIn(1, 2))
                .limit(GOOD_PACKET_INS)
                .toList();
    }

    private Judgement closed(ProbeSwitch culprit, Duration after) {
        String detail =
                with(culprit.end() + (after.toMillis() < 1000 ? "" : " after %d s".formatted(after.toSeconds())));
        if (evidence.verdict() == Verdict.OBEYED) {
            return new Judgement(Verdict.OBEYED, detail);
        }
        return new Judgement(probeCase.mayClose() && evidence.isRefused() ? Verdict.REFUSED : Verdict.CLOSED, detail);
    }

    private String with(String detail) {
        return Stream.of(evidence.text(), detail)
                .filter(part -> !part.isEmpty())
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
    }

    /** Returns whether a new correct switch is served. */
    private boolean accepts(long otherSeed) throws InterruptedException {
        try (var probe = new Probe(controller, version, limits.patience(), otherSeed, Traffic.IGNORED)) {
            probe.culprit();
            return true;
        } catch (IOException | ExpectationFailedException _) {
            return false;
        }
    }
}
