package net.beaconcontroller.probe.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.learningswitch.LearningSwitch;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.probe.ProbeSwitch;
import net.beaconcontroller.probe.Scenario;
import net.beaconcontroller.probe.Verdict;
import net.beaconcontroller.probe.robustness.catalogue.Catalogue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How verdicts are found, with a controller that misbehaves on request. */
class RobustnessTest {
    private static final Limits LIMITS = new Limits(Duration.ofSeconds(1), Duration.ofMillis(500));

    /** The EtherType of packets after which the controller misbehaves. */
    private static final int TRIGGER = 0x88b6;

    private OpenFlowController controller;
    /** The switch whose packet-ins are ignored. */
    private volatile @Nullable Switch ignored;

    @BeforeEach
    void start() throws IOException {
        // With one loop, what blocks the culprit's loop blocks the witness.
        controller = new OpenFlowController(
                ControllerOptions.onFreePort().withIo(ControllerOptions.Io.DEFAULT.withLoops(1)));
        controller.register("learningswitch", new LearningSwitch());
        controller.start();
    }

    @AfterEach
    void stop() {
        controller.close();
    }

    private Outcome run(ProbeCase probeCase) throws Exception {
        var target = new Target(
                controller.address(), OptionalLong.of(ProcessHandle.current().pid()));
        try (var robustness = new Robustness(ControllerUnderTest.running("test", target), Version.OF13, LIMITS, 1)) {
            return robustness.run(List.of(probeCase), _ -> {}).getFirst();
        }
    }

    private static ProbeCase caseOf(Scenario scenario) {
        return new ProbeCase("test/case", "", scenario);
    }

    /** Sends a packet-in after which the controller misbehaves. */
    private static final ProbeCase TRIGGERED = caseOf(probe -> {
        ProbeSwitch culprit = probe.culprit();
        culprit.send(culprit.packetIn(4, trigger(culprit)));
    });

    private static byte[] trigger(ProbeSwitch culprit) {
        return FrameBuilder.ethernet(culprit.host(3).mac(), culprit.host(4).mac())
                .type(TRIGGER)
                .build();
    }

    @Test
    void aMessageThatIsAnsweredWithTheErrorOfTheSpecificationIsRefused() throws Exception {
        Outcome outcome = run(caseOf(probe -> {
                    ProbeSwitch culprit = probe.culprit();
                    culprit.send(culprit.craft(new EchoRequest(Bytes.EMPTY)).type(0x63));
                })
                .refusedWith(ErrorCode.BAD_TYPE));

        assertThat(outcome.verdict()).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void aMessageThatIsAnsweredWithAnotherErrorIsIgnored() throws Exception {
        Outcome outcome = run(caseOf(probe -> {
                    ProbeSwitch culprit = probe.culprit();
                    culprit.send(culprit.craft(new EchoRequest(Bytes.EMPTY)).type(0x63));
                })
                .refusedWith(ErrorCode.BAD_LEN));

        assertThat(outcome.verdict()).isEqualTo(Verdict.IGNORED);
        assertThat(outcome.detail()).isEqualTo("BAD_REQUEST/BAD_TYPE");
    }

    @Test
    void aFaultyPacketInThatIsAnsweredIsObeyed() throws Exception {
        Outcome outcome = run(caseOf(probe -> {
            ProbeSwitch culprit = probe.culprit();
            culprit.send(culprit.packetIn(3, 4).craft());
        }));

        assertThat(outcome.verdict()).isEqualTo(Verdict.OBEYED);
        assertThat(outcome.detail()).isEqualTo("1 of 1 obeyed");
    }

    @Test
    void aRequestForTheAddressOfAHostIsNoReactionToAFaultyMessage() throws Exception {
        var request = new AtomicReference<Bytes>(Bytes.EMPTY);
        onTrigger(sw -> sw.send(PacketOut.of(request.get(), 3)));

        Outcome outcome = run(caseOf(probe -> {
                    ProbeSwitch culprit = probe.culprit();
                    request.set(Bytes.of(culprit.host(3).announcement()));
                    culprit.send(culprit.packetIn(4, trigger(culprit)).craft());
                })
                .obeyedIf((_, message) -> message.as(PacketOut.class)
                        .filter(out -> out.data().equals(request.get()))
                        .isPresent()));

        assertThat(outcome.verdict()).isEqualTo(Verdict.IGNORED);
    }

    @Test
    void aFrameOfAWrongTypeThatTheLearningSwitchForwardsIsYellowInTheStudy() throws Exception {
        ProbeCase ethernetType = Catalogue.all().stream()
                .filter(each -> each.name().equals("study/ethernet-type"))
                .findFirst()
                .orElseThrow();

        Outcome outcome = run(ethernetType);

        assertThat(outcome.verdict()).isEqualTo(Verdict.IGNORED);
        assertThat(StudyColour.of(outcome)).contains(StudyColour.YELLOW);
    }

    @Test
    void aCulpritWhoseConnectionIsClosedIsClosed() throws Exception {
        onTrigger(sw -> sw.disconnect("test"));

        Outcome outcome = run(TRIGGERED);

        assertThat(outcome.verdict()).isEqualTo(Verdict.CLOSED);
        assertThat(outcome.detail()).contains("closed by the controller");
    }

    @Test
    void aCulpritWhoseGoodPacketInsAreNotAnsweredIsStuck() throws Exception {
        onTrigger(sw -> ignored = sw);

        Outcome outcome = run(TRIGGERED);

        assertThat(outcome.verdict()).isEqualTo(Verdict.STUCK);
        assertThat(outcome.detail()).isEqualTo("10 of 10 later packet-ins unanswered");
    }

    @Test
    void aWitnessThatIsNotAnsweredInTimeIsDisturbed() throws Exception {
        onTrigger(_ -> block());

        Outcome outcome = run(TRIGGERED);

        assertThat(outcome.verdict()).isEqualTo(Verdict.DISTURBED);
        assertThat(outcome.detail()).contains("packet-ins of the witness unanswered");
    }

    @Test
    void theWitnessStaysBelowARateThatControllersLimit() throws Exception {
        Outcome outcome = run(caseOf(probe -> {
            probe.culprit();
            Thread.sleep(probe.patience());
        }));

        assertThat(outcome.during().count()).isPositive().isLessThanOrEqualTo(outcome.millis() / 10 + 1);
    }

    @Test
    void aControllerThatServesNoNewSwitchHasDied() throws Exception {
        Outcome outcome = run(caseOf(probe -> {
            probe.culprit();
            controller.close();
        }));

        assertThat(outcome.verdict()).isEqualTo(Verdict.DIED);
    }

    /** Longer than a witness waits, and shorter than a new switch waits. */
    private static void block() {
        try {
            Thread.sleep(LIMITS.patience().plusMillis(500));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void onTrigger(Consumer<Switch> misbehaviour) {
        controller.register("misbehaviour", new Misbehaviour(misbehaviour));
    }

    /** Misbehaves when a packet of the type {@link #TRIGGER} comes in. */
    @Pipeline(Stage.FILTER)
    private final class Misbehaviour implements PacketInListener {
        private final Consumer<Switch> misbehaviour;

        private Misbehaviour(Consumer<Switch> misbehaviour) {
            this.misbehaviour = misbehaviour;
        }

        @Override
        public Next packetIn(Switch sw, PacketInContext in) {
            if (in.frame().type() == TRIGGER) {
                misbehaviour.accept(sw);
                return Next.STOP;
            }
            return sw.equals(ignored) ? Next.STOP : Next.PASS;
        }
    }
}
