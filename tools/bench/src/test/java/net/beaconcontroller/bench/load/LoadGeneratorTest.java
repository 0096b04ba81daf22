package net.beaconcontroller.bench.load;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.bench.FakeBenchmark;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.PacketInForm;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.devices.DeviceTracker;
import net.beaconcontroller.learningswitch.LearningSwitch;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.routing.Forwarder;
import net.beaconcontroller.topology.LinkDiscovery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Measures controllers over time: their answers, latencies and pauses, and what keeps them from being measured. */
class LoadGeneratorTest {
    private final ShortMeasurement measurement = new ShortMeasurement();

    private static OpenFlowController learningSwitch() throws IOException {
        var controller = new OpenFlowController(ControllerOptions.onFreePort());
        controller.register("learningswitch", new LearningSwitch());
        controller.start();
        return controller;
    }

    private static Target targetOf(OpenFlowController controller) throws IOException {
        return new Target(
                controller.address(), OptionalLong.of(ProcessHandle.current().pid()));
    }

    @ParameterizedTest
    @CsvSource({
        "OF10, 1, 1, 1",
        "OF10, 3, 100, 2",
        "OF12, 1, 50, 1",
        "OF13, 5, 3000, 1",
        "OF14, 2, 1, 8",
        "OF15, 3, 100, 1"
    })
    void theLearningSwitchAnswersEachPacketInWithOneFlowMod(Version version, int switches, int window, int threads)
            throws Exception {
        try (var controller = learningSwitch()) {
            Metrics metrics = measurement.measure(
                    targetOf(controller), ShortMeasurement.load(version, switches, window, threads));
            assertThat(metrics.packetIns()).isGreaterThan(switches);
            assertThat(metrics)
                    .extracting(Metrics::answered, Metrics::flowMods)
                    .containsExactly(metrics.packetIns(), metrics.packetIns());
            assertThat(metrics)
                    .extracting(
                            Metrics::packetOuts,
                            Metrics::lost,
                            Metrics::duplicated,
                            Metrics::reordered,
                            Metrics::unknown)
                    .containsOnly(0L);
            assertThat(metrics.answersPerSecond()).isPositive();
            assertThat(metrics.cpuMicros()).isPresent();
            assertThat(metrics.latency().isPresent()).isEqualTo(window == 1);
            assertThat(measurement.notes).isEmpty();
        }
    }

    static List<Arguments> versionsAndForms() {
        return Load.VERSIONS.stream()
                .flatMap(version -> Arrays.stream(PacketInForm.values()).map(form -> Arguments.of(version, form)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("versionsAndForms")
    void theLearningSwitchAnswersPacketInsOfEachForm(Version version, PacketInForm form) throws Exception {
        try (var controller = learningSwitch()) {
            Metrics metrics =
                    measurement.measure(targetOf(controller), ShortMeasurement.load(version, form, 2, 100, 1));
            assertAllAnswered(metrics, form);
        }
    }

    /** Requires a flow-mod for each packet-in, and a packet-out if the switch has not buffered the packet. */
    private void assertAllAnswered(Metrics metrics, PacketInForm form) {
        assertThat(metrics.packetIns()).isGreaterThan(100);
        assertThat(metrics).extracting(Metrics::answered, Metrics::flowMods).containsOnly(metrics.packetIns());
        assertThat(metrics.packetOuts()).isEqualTo(form == PacketInForm.UNBUFFERED ? metrics.packetIns() : 0);
        FakeBenchmark.assertNoneLost(metrics);
        assertThat(metrics.reordered()).isZero();
        assertThat(measurement.notes).isEmpty();
    }

    /** Needs priming: a port becomes an edge after a delay, and hosts are learned on another thread. */
    @ParameterizedTest
    @CsvSource({"OF10, PLAIN", "OF12, UNBUFFERED", "OF13, TAGGED", "OF15, UNBUFFERED"})
    void theRoutingPipelineAnswersPacketInsOfEachForm(Version version, PacketInForm form) throws Exception {
        try (var controller = new OpenFlowController(ControllerOptions.onFreePort());
                var topology = new LinkDiscovery(ApplicationSettings.none(), controller)) {
            var devices = new DeviceTracker(controller, ApplicationSettings.none(), topology);
            var forwarder = new Forwarder(ApplicationSettings.none(), controller, topology, devices);
            topology.addListener(devices);
            topology.addListener(forwarder);
            devices.addListener(forwarder);
            controller.register("topology", topology);
            controller.register("devices", devices);
            controller.register("routing", forwarder);
            controller.start();
            Metrics metrics = measurement.measure(targetOf(controller), ShortMeasurement.load(version, form, 4, 50, 1));
            devices.close();
            forwarder.close();
            assertAllAnswered(metrics, form);
        }
    }

    @Test
    void latenciesExcludeTheWarmUp() throws Exception {
        try (var controller = learningSwitch()) {
            Metrics metrics = measurement.measure(targetOf(controller), ShortMeasurement.load(Version.OF13, 1, 1, 1));
            assertThat(metrics.latency().orElseThrow().getTotalCount())
                    .isPositive()
                    .isLessThanOrEqualTo(metrics.answered());
            assertThat(metrics.latency().orElseThrow().getMinValue()).isPositive();
        }
    }

    @Test
    void sendsPacketInsAtAConstantRate() throws Exception {
        var load = new Load(
                Version.OF10,
                PacketInForm.PLAIN,
                3,
                100,
                1000,
                2,
                Duration.ofMillis(500),
                Duration.ZERO,
                OptionalDouble.of(2000));
        try (var controller = learningSwitch()) {
            long begin = System.nanoTime();
            Metrics metrics = measurement.measure(targetOf(controller), load);
            double seconds = (System.nanoTime() - begin) / 1e9;
            assertThat(metrics.packetIns()).isBetween(900L, (long) (2000 * seconds));
            assertThat(metrics.lost()).isZero();
            // On a busy machine the measurement takes longer than configured.
            assertThat((double) metrics.latency().orElseThrow().getTotalCount())
                    .isCloseTo(2000 * measurement.secondsOfPhase(), withinPercentage(10));
        }
    }

    /**
     * A controller that sleeps once for 100 ms. A closed loop would record one slow answer; clients experience many.
     */
    @Test
    void aPauseDelaysAllScheduledPacketIns() throws Exception {
        var load = new Load(
                Version.OF10,
                PacketInForm.PLAIN,
                1,
                100,
                10,
                1,
                Duration.ofMillis(500),
                Duration.ZERO,
                OptionalDouble.of(1000));
        Metrics metrics = measurement.measure(load, (number, packetIn) -> {
            if (number == 100) {
                pause(100);
            }
            return List.of(ScriptedController.flowMod(packetIn));
        });
        assertThat(metrics.latency().orElseThrow().getCountBetweenValues(20_000_000, Long.MAX_VALUE / 2))
                .isGreaterThan(50);
    }

    @Test
    void measuresTheLongestPauseDuringATask() throws Exception {
        var isPaused = new AtomicBoolean();
        var hasPaused = new CompletableFuture<Void>();
        try (var controller = new ScriptedController(Version.OF10, (_, packetIn) -> {
            if (isPaused.compareAndSet(true, false)) {
                pause(200);
                hasPaused.complete(null);
            }
            return List.of(ScriptedController.flowMod(packetIn));
        })) {
            Metrics metrics = new LoadGenerator()
                    .measureDuring(
                            controller.target(),
                            ShortMeasurement.load(Version.OF10, 2, 10, 1),
                            measurement.progress,
                            () -> {
                                isPaused.set(true);
                                hasPaused.join();
                            });
            FakeBenchmark.assertNoneLost(metrics);
            assertThat(metrics.longestPauseNanos()).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(200));
        }
    }

    @Test
    void notesThatTheControllerDoesNotKeepUp() throws Exception {
        var load = new Load(
                Version.OF10,
                PacketInForm.PLAIN,
                1,
                100,
                10,
                1,
                Duration.ofMillis(300),
                Duration.ZERO,
                OptionalDouble.of(100_000));
        Metrics metrics = measurement.measure(load, (number, packetIn) -> {
            pause(1);
            return List.of(ScriptedController.flowMod(packetIn));
        });
        assertThat(metrics.lost()).isZero();
        assertThat(measurement.notes)
                .singleElement()
                .asString()
                .startsWith("the controller did not keep up: 100000 packet-ins");
    }

    @Test
    void waitsForLateAnswers() throws Exception {
        Metrics metrics =
                measurement.measure(ShortMeasurement.load(Version.OF13, 1, 100_000, 1), (number, packetIn) -> {
                    if (number % 20_000 == 0) {
                        // The socket buffer fills up during the pause.
                        pause(20);
                    }
                    return List.of(ScriptedController.flowMod(packetIn));
                });
        assertThat(metrics.packetIns()).isGreaterThan(20_000);
        FakeBenchmark.assertNoneLost(metrics);
    }

    @ParameterizedTest
    @CsvSource({"OF10, PLAIN", "OF12, UNBUFFERED", "OF13, TAGGED", "OF15, UNBUFFERED"})
    void sendsCompleteFramesFromAllHostsToTheAnnouncedDestination(Version version, PacketInForm form) throws Exception {
        boolean isTagged = form == PacketInForm.TAGGED;
        var sources = new HashSet<Long>();
        var destinations = new HashSet<Long>();
        var buffers = new HashSet<Long>();
        var frames = new HashSet<Bytes>();
        var received = new CopyOnWriteArrayList<Envelope>();
        try (var controller = new ScriptedController(version, (number, packetIn) -> {
            var message = (PacketIn) packetIn.message();
            Ethernet frame = ethernet(message);
            assertThat(message.inPort()).isEqualTo(1);
            assertThat(message.totalLength()).isEqualTo(isTagged ? 68 : 64);
            assertThat(message.data().length()).isEqualTo(message.totalLength());
            assertThat(frame.vlan()).isEqualTo(isTagged ? 10 : VlanId.NONE);
            assertThat(requireNonNull(frame.ipv4()).udp()).isNotNull();
            assertThat(message.reason()).isEqualTo(PacketIn.NO_MATCH);
            assertThat(message.tableId()).isZero();
            sources.add(frame.source());
            destinations.add(frame.destination());
            buffers.add(message.bufferId());
            frames.add(message.data());
            return List.of(ScriptedController.flowMod(packetIn));
        })) {
            Metrics metrics = measurement.measure(controller.target(), ShortMeasurement.load(version, form, 1, 30, 1));
            assertThat(metrics.lost()).isZero();
            assertThat(metrics.packetIns()).isGreaterThan(100).isEqualTo(frames.size());
            if (form == PacketInForm.UNBUFFERED) {
                assertThat(buffers).containsExactly(PacketIn.NO_BUFFER);
            } else {
                assertThat(buffers).hasSameSizeAs(frames).doesNotContain(PacketIn.NO_BUFFER);
            }
            received.addAll(controller.received());
        }
        assertThat(sources).hasSize(100);
        assertThat(received)
                .filteredOn(envelope -> envelope.message() instanceof PacketIn)
                .singleElement()
                .satisfies(envelope -> {
                    var priming = (PacketIn) envelope.message();
                    assertThat(priming.inPort()).isEqualTo(2);
                    assertThat(destinations).containsOnly(ethernet(priming).source());
                });
    }

    private static Ethernet ethernet(PacketIn packetIn) {
        var frame = new Ethernet();
        frame.wrap(packetIn.data().toArray(), 0, packetIn.data().length());
        return frame;
    }

    @Test
    void reportsARefusedConnection() {
        var nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        assertThatThrownBy(() -> measurement.measure(
                        new Target(nobody, OptionalLong.empty()), ShortMeasurement.load(Version.OF10, 2, 1, 1)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("switch 1 cannot connect to localhost:1: ");
    }

    @Test
    void reportsTheSwitchWhoseConnectionWasClosed() {
        assertThatThrownBy(
                        () -> measurement.measure(ShortMeasurement.load(Version.OF10, 2, 10, 1), (number, packetIn) -> {
                            if (number == 100) {
                                throw new IOException("enough");
                            }
                            return List.of(ScriptedController.flowMod(packetIn));
                        }))
                .isInstanceOf(IOException.class)
                .hasMessageMatching("switch [12]: .*");
    }

    @Test
    void reportsAVersionMismatch() throws Exception {
        try (var controller = new ScriptedController(Version.OF10, (_, _) -> List.of())) {
            assertThatThrownBy(() ->
                            measurement.measure(controller.target(), ShortMeasurement.load(Version.OF13, 1, 1, 1)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("switch 1: the controller speaks OpenFlow 1.0, not 1.3");
        }
    }

    @Test
    void rejectsInvalidLoads() {
        assertThatThrownBy(() -> ShortMeasurement.load(Version.OF11, 1, 1, 1))
                .hasMessage("openflow 1.1: needs one of 1.0, 1.2, 1.3, 1.4, 1.5");
        assertThatThrownBy(() -> ShortMeasurement.load(Version.OF10, 0, 1, 1))
                .hasMessage("switches 0: needs 1 to 65535");
        assertThatThrownBy(() -> ShortMeasurement.load(Version.OF10, 1, 1 << 21, 1))
                .hasMessage("window 2097152: needs 1 to 1048576");
    }

    private static void pause(int millis) {
        try {
            // Simulates a slow controller.
            Thread.sleep(millis);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
