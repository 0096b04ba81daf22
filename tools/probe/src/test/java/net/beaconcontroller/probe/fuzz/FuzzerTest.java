package net.beaconcontroller.probe.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
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
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.probe.Verdict;
import net.beaconcontroller.probe.robustness.Limits;
import net.beaconcontroller.probe.robustness.Outcome;
import net.beaconcontroller.probe.robustness.Robustness;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FuzzerTest {
    private static final Duration MINIMIZATION = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Limits LIMITS = new Limits(Duration.ofSeconds(1), Duration.ofSeconds(2));

    private OpenFlowController controller;

    @TempDir
    private Path folder;

    @BeforeEach
    void start() throws IOException {
        // Messages that stay incomplete would take most of the time. Beacon refuses one after it has received more.
        ControllerOptions.Timeouts timeouts = ControllerOptions.Timeouts.DEFAULT
                .withEcho(SHORT, ControllerOptions.Timeouts.DEFAULT.echo())
                .withMessage(SHORT);
        controller = new OpenFlowController(ControllerOptions.onFreePort().withTimeouts(timeouts));
        controller.register("learningswitch", new LearningSwitch());
        controller.start();
    }

    @AfterEach
    void stop() {
        controller.close();
    }

    private ControllerUnderTest under() throws IOException {
        var target = new Target(
                controller.address(), OptionalLong.of(ProcessHandle.current().pid()));
        return ControllerUnderTest.running("test", target);
    }

    /** Tries sequences while a condition is true, and returns the summary. */
    private FuzzSummary fuzz(Verdict allowed, Predicate<FuzzSummary> condition) throws Exception {
        var found = new Findings();
        try (var fuzzer = new Fuzzer(under(), Version.OF13, 1, allowed, folder, found, LIMITS, MINIMIZATION)) {
            return fuzzer.runWhile(() -> found.summary == null || condition.test(found.summary));
        }
    }

    private List<FuzzCase> saved() throws IOException {
        var cases = new ArrayList<FuzzCase>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                cases.add(FuzzCase.read(file));
            }
        }
        return cases;
    }

    @Test
    void savesASequenceThatHasTheSameVerdictAgain() throws Exception {
        controller.register("fault", new Fault(sw -> sw.disconnect("test")));

        FuzzSummary summary = fuzz(Verdict.IGNORED, so -> so.findings() == 0);

        assertThat(summary.failure()).isEmpty();
        assertThat(saved()).hasSize(1);
        try (var robustness = new Robustness(under(), Version.OF13, LIMITS, 1)) {
            assertThat(robustness.run(List.of(saved().getFirst().probeCase()), _ -> {}))
                    .extracting(Outcome::verdict)
                    .containsExactly(Verdict.CLOSED);
        }
    }

    @Test
    void aFindingLikeAnEarlierOneIsCountedAndNotSaved() throws Exception {
        controller.register("fault", new Fault(sw -> sw.disconnect("test")));

        FuzzSummary summary = fuzz(Verdict.IGNORED, so -> so.repeated() == 0);

        assertThat(saved()).hasSize(summary.findings());
        int worse = summary.verdicts().entrySet().stream()
                .filter(entry -> entry.getKey().isWorseThan(Verdict.IGNORED))
                .mapToInt(entry -> entry.getValue())
                .sum();
        assertThat(worse).isEqualTo(summary.findings() + 1);
    }

    @Test
    void savesTheSequenceAfterWhichTheControllerServesNoSwitch() throws Exception {
        controller.register("fault", new Fault(_ -> Thread.ofVirtual().start(controller::close)));

        FuzzSummary summary = fuzz(Verdict.CLOSED, _ -> true);

        assertThat(summary.verdicts()).containsEntry(Verdict.DIED, 1);
        assertThat(summary.findings()).isEqualTo(1);
        assertThat(summary.failure()).startsWith("test does not serve a correct switch with OpenFlow 1.3: ");
        assertThat(saved()).hasSize(1);
    }

    /**
     * Misbehaves after what no correct switch of this library sends: IPv4 from port 3, and not of a host, whose address
     * begins with 02.
     */
    @Pipeline(Stage.FILTER)
    private static final class Fault implements PacketInListener {
        private final Consumer<Switch> misbehaviour;

        private Fault(Consumer<Switch> misbehaviour) {
            this.misbehaviour = misbehaviour;
        }

        @Override
        public Next packetIn(Switch sw, PacketInContext in) {
            Ethernet frame = in.frame();
            if (in.inPort() == 3 && frame.type() == Ethernet.TYPE_IPV4 && frame.source() >>> 40 != 0x02) {
                misbehaviour.accept(sw);
            }
            return Next.PASS;
        }
    }

    private static final class Findings implements Fuzzer.Listener {
        private @Nullable FuzzSummary summary;

        @Override
        public void tried(FuzzSummary soFar) {
            summary = soFar;
        }

        @Override
        public void minimizing(FuzzSummary soFar, Verdict verdict) {}

        @Override
        public void found(Version version, Verdict verdict, String detail, Optional<Path> file) {}
    }
}
