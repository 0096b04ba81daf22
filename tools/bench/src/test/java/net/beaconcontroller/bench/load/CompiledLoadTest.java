package net.beaconcontroller.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import net.beaconcontroller.bench.Baseline;
import net.beaconcontroller.bench.Benchmark;
import net.beaconcontroller.bench.FakeBenchmark;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.PacketInForm;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.PacketIn;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs in C: the load against the limit, and against controllers that answer otherwise. */
@EnabledOnOs(OS.LINUX)
class CompiledLoadTest {
    private static final Benchmark.Progress IGNORED = (_, _, _) -> {};

    @BeforeAll
    static void needsACompiler() {
        assumeTrue(
                Arrays.stream(System.getenv("PATH").split(":"))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "cc"))),
                "needs a C compiler");
    }

    private static Benchmark generator(boolean isCompiled) {
        return isCompiled ? new CompiledLoad() : new LoadGenerator();
    }

    private static Load load(Version version, int window) {
        return load(version, window, 3);
    }

    private static Load load(Version version, int window, int switches) {
        return new Load(
                version,
                PacketInForm.PLAIN,
                switches,
                50,
                window,
                1,
                Duration.ofMillis(200),
                Duration.ZERO,
                OptionalDouble.empty());
    }

    private static Metrics measure(ScriptedController.Script script) throws Exception {
        try (var controller = new ScriptedController(Version.OF13, script)) {
            return new CompiledLoad().measure(controller.target(), load(Version.OF13, 20), IGNORED);
        }
    }

    /** Measures again if the machine was too busy for any answer within the measured phase. */
    private static Metrics untilMeasuredAnswers(Benchmark benchmark, Target target, Load load) throws Exception {
        for (int attempt = 0; attempt < 10; attempt++) {
            Metrics metrics = benchmark.measure(target, load, IGNORED);
            if (metrics.answersPerSecond() > 0) {
                return metrics;
            }
        }
        throw new AssertionError("no answer in any measured phase");
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    void theLimitAnswersEachPacketInOfEitherLoadOnce(Version version) throws Exception {
        for (int window : List.of(1, 100)) {
            Load load = load(version, window);
            try (var limit = Baseline.LIMIT.controller("", load).starter().start()) {
                for (Benchmark benchmark : List.of(new CompiledLoad(), new LoadGenerator())) {
                    Metrics metrics = untilMeasuredAnswers(benchmark, limit.target(), load);
                    FakeBenchmark.assertNoneLost(metrics);
                    assertThat(metrics.packetIns()).isPositive();
                    assertThat(metrics)
                            .extracting(Metrics::answered, Metrics::flowMods)
                            .containsOnly(metrics.packetIns());
                    assertThat(metrics.reordered()).isZero();
                    assertThat(metrics.cpuMicros()).isPresent();
                }
            }
        }
    }

    @Test
    void aFlowModAndAPacketOutAreOneAnswer() throws Exception {
        Metrics metrics = measure((_, in) ->
                List.of(ScriptedController.flowMod(in), ScriptedController.packetOut(in, new Action.Output(2))));

        assertThat(metrics.packetIns()).isPositive();
        assertThat(metrics)
                .extracting(Metrics::answered, Metrics::flowMods, Metrics::packetOuts)
                .containsOnly(metrics.packetIns());
        FakeBenchmark.assertNoneLost(metrics);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPacketOutWithoutActionsIsNotAnAnswer(boolean isCompiled) throws Exception {
        ScriptedController.Script script = (number, in) -> List.of(
                number % 10 == 3
                        ? ScriptedController.packetOut(in)
                        : ScriptedController.packetOut(in, new Action.Output(2)));
        for (Version version : List.of(Version.OF10, Version.OF13)) {
            try (var controller = new ScriptedController(version, script)) {
                Metrics metrics = generator(isCompiled).measure(controller.target(), load(version, 1000), IGNORED);

                assertThat(metrics.answered()).isPositive().isEqualTo(metrics.packetOuts());
                assertThat(metrics.lost()).isPositive().isEqualTo(metrics.packetIns() - metrics.answered());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void announcesTheDestinationUntilTheControllerForwardsIt(boolean isCompiled) throws Exception {
        ScriptedController.Script priming = (number, in) -> List.of(
                switch ((int) number) {
                    case 0 -> ScriptedController.flowMod(in, 5, PacketIn.NO_BUFFER);
                    case 1 -> ScriptedController.packetOut(in);
                    case 2 -> ScriptedController.packetOut(in, new Action.Output(PortNumber.TABLE));
                    default -> ScriptedController.packetOut(in, new Action.Output(1));
                });
        for (Version version : List.of(Version.OF10, Version.OF13)) {
            try (var controller =
                    new ScriptedController(version, (_, in) -> List.of(ScriptedController.flowMod(in)), priming)) {
                Metrics metrics = generator(isCompiled).measure(controller.target(), load(version, 10, 1), IGNORED);

                assertThat(metrics.flowMods()).isPositive().isEqualTo(metrics.packetIns());
                assertThat(metrics.unknown()).isZero();
                assertThat(controller.received())
                        .filteredOn(envelope -> envelope.message() instanceof PacketIn)
                        .hasSize(4);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFloodedAnnouncementOfAnotherSwitchIsNotAnAnswer(boolean isCompiled) throws Exception {
        var first = new CompletableFuture<Envelope>();
        ScriptedController.Script priming = (number, in) -> {
            if (number == 0) {
                first.complete(in);
                return List.of();
            }
            return List.of(ScriptedController.packetOut(number == 1 ? first.join() : in, new Action.Output(1)));
        };
        try (var controller =
                new ScriptedController(Version.OF13, (_, in) -> List.of(ScriptedController.flowMod(in)), priming)) {
            Metrics metrics = generator(isCompiled).measure(controller.target(), load(Version.OF13, 10, 2), IGNORED);

            assertThat(metrics.flowMods()).isPositive().isEqualTo(metrics.packetIns());
            assertThat(controller.received())
                    .filteredOn(envelope -> envelope.message() instanceof PacketIn)
                    .hasSize(4);
        }
    }

    @Test
    void aSecondFlowModIsDuplicated() throws Exception {
        Metrics metrics = measure((_, in) -> List.of(ScriptedController.flowMod(in), ScriptedController.flowMod(in)));

        assertThat(metrics.answered()).isPositive().isEqualTo(metrics.packetIns());
        assertThat(metrics.duplicated()).isEqualTo(metrics.answered());
    }

    @Test
    void aPacketInWithoutAnAnswerIsLost() throws Exception {
        Metrics metrics = measure((number, in) -> number == 7 ? List.of() : List.of(ScriptedController.flowMod(in)));

        assertThat(metrics.lost()).isEqualTo(3);
        assertThat(metrics.answered()).isPositive().isEqualTo(metrics.packetIns() - 3);
    }
}
