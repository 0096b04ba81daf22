package net.beaconcontroller.probe.robustness;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.ExpectationFailedException;
import net.beaconcontroller.probe.Probe;
import net.beaconcontroller.probe.Traffic;
import net.beaconcontroller.probe.Verdict;
import net.beaconcontroller.probe.robustness.Trial.Judgement;
import org.jspecify.annotations.Nullable;

/**
 * Runs cases against a controller, one after the other, while a witness measures the effects. A controller that
 * dies is started again if it can be. For use by one thread.
 */
public final class Robustness implements AutoCloseable {
    private static final int QUIET_ROUNDS = 100;

    private final ControllerUnderTest controller;
    private final Version version;
    private final Limits limits;
    private final long seed;
    private ControllerUnderTest.@Nullable Running running;
    private @Nullable Witness witness;
    private RoundTrips quiet = new RoundTrips(0, 0, 0, 0, 0);

    public Robustness(ControllerUnderTest controller, Version version, Limits limits, long seed) {
        this.controller = controller;
        this.version = version;
        this.limits = limits;
        this.seed = seed;
    }

    /**
     * Runs the cases that exist in the version.
     *
     * @param progress receives each outcome
     * @throws IOException if the controller cannot be started, or does not serve a correct switch
     */
    public List<Outcome> run(List<ProbeCase> cases, Consumer<Outcome> progress)
            throws IOException, InterruptedException {
        var outcomes = new ArrayList<Outcome>();
        for (ProbeCase probeCase : cases) {
            if (probeCase.versions().contains(version)) {
                Outcome outcome = run(probeCase);
                outcomes.add(outcome);
                progress.accept(outcome);
            }
        }
        return outcomes;
    }

    private Outcome run(ProbeCase probeCase) throws IOException, InterruptedException {
        Witness beside = witness();
        InetSocketAddress address = running().target().address();
        OptionalLong pid = running().target().pid();
        Optional<Resources> before = Resources.of(pid);
        long began = System.nanoTime();
        beside.takeRoundTrips();
        var trial = new Trial(address, version, probeCase, limits, seed);
        Judgement judgement = trial.run(beside);
        RoundTrips during = beside.takeRoundTrips();
        judgement = judgement.or(judgeWitness(beside, during)).or(judgeProcess());
        Optional<Resources> after = Resources.of(pid);
        if (judgement.verdict() == Verdict.DIED || !beside.isConnected()) {
            restart(judgement.verdict() == Verdict.DIED);
        }
        return new Outcome(
                probeCase,
                version,
                judgement.verdict(),
                judgement.detail(),
                trial.isAnswered(),
                (System.nanoTime() - began) / 1_000_000,
                RoundTrips.of(trial.statistics()),
                quiet,
                during,
                before,
                after);
    }

    private static Judgement judgeWitness(Witness witness, RoundTrips during) {
        if (!witness.isConnected()) {
            return new Judgement(Verdict.DISTURBED, "the connection of the witness: " + witness.end());
        }
        return during.lost() > 0
                ? new Judgement(
                        Verdict.DISTURBED,
                        "%d of %d packet-ins of the witness unanswered"
                                .formatted(during.lost(), during.lost() + during.count()))
                : new Judgement(Verdict.REFUSED, "");
    }

    private Judgement judgeProcess() throws InterruptedException {
        return running()
                .end()
                .map(end -> new Judgement(Verdict.DIED, end.lines().findFirst().orElse("")))
                .orElse(new Judgement(Verdict.REFUSED, ""));
    }

    private void restart(boolean withController) {
        closeWitness();
        if (withController && running != null) {
            running.close();
            running = null;
        }
    }

    private ControllerUnderTest.Running running() {
        if (running == null) {
            throw new IllegalStateException("not started");
        }
        return running;
    }

    /** Returns the witness, after the controller was started and the quiet round trips were measured. */
    private Witness witness() throws IOException, InterruptedException {
        if (running == null) {
            running = controller.starter().start();
        }
        if (witness == null) {
            var probe = new Probe(running.target().address(), version, limits.patience(), seed, Traffic.IGNORED);
            try {
                witness = new Witness(probe, limits.patience());
            } catch (IOException | ExpectationFailedException e) {
                probe.close();
                throw new IOException(
                        "%s does not serve a correct switch with OpenFlow %s: %s"
                                .formatted(controller.name(), version, e.getMessage()),
                        e);
            }
            witness.awaitRounds(QUIET_ROUNDS);
            quiet = witness.takeRoundTrips();
        }
        return witness;
    }

    private void closeWitness() {
        if (witness != null) {
            witness.close();
            witness = null;
        }
    }

    @Override
    public void close() {
        closeWitness();
        if (running != null) {
            running.close();
        }
    }
}
