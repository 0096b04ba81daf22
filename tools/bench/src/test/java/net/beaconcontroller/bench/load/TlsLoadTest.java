package net.beaconcontroller.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import net.beaconcontroller.bench.Certificates;
import net.beaconcontroller.bench.FakeBenchmark;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.options.ControllerOptions.Channels;
import net.beaconcontroller.core.options.ControllerOptions.Tls;
import net.beaconcontroller.io.tls.TlsEndpoint.ClientAuth;
import net.beaconcontroller.io.tls.TlsFailure;
import net.beaconcontroller.io.tls.TlsFiles;
import net.beaconcontroller.learningswitch.LearningSwitch;
import net.beaconcontroller.openflow.Version;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Measures controllers over TLS. */
class TlsLoadTest {
    private static final InetSocketAddress FREE_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private static Certificates certificates;

    private final ShortMeasurement measurement = new ShortMeasurement();

    @BeforeAll
    static void makeCertificates() throws IOException {
        certificates = Certificates.create();
    }

    /** Starts a controller with the learning switch that listens with and without TLS. */
    private static OpenFlowController learningSwitch() throws IOException {
        var channels = new Channels(
                Optional.of(FREE_PORT),
                Optional.of(FREE_PORT),
                Optional.of(new Tls(certificates.controller(), ClientAuth.NEED)),
                List.of());
        var controller = new OpenFlowController(ControllerOptions.onFreePort().withChannels(channels));
        controller.register("learningswitch", new LearningSwitch());
        controller.start();
        return controller;
    }

    private static Target target(InetSocketAddress address, TlsFiles switches) throws IOException {
        return new Target(address, OptionalLong.empty(), Optional.of(switches.load()));
    }

    /** The windows need less than a record of TLS, several, and more than the buffer of a loop. */
    @ParameterizedTest
    @CsvSource({"OF10, 1, 1, 1", "OF10, 3, 100, 2", "OF12, 1, 50, 1", "OF13, 5, 3000, 1", "OF15, 2, 20000, 1"})
    void theLearningSwitchAnswersEachPacketInOverTls(Version version, int switches, int window, int threads)
            throws Exception {
        try (var controller = learningSwitch()) {
            Metrics metrics = measurement.measure(
                    target(controller.tlsAddress().orElseThrow(), certificates.switches()),
                    ShortMeasurement.load(version, switches, window, threads));
            assertThat(metrics.packetIns()).isGreaterThan(switches);
            assertThat(metrics).extracting(Metrics::answered, Metrics::flowMods).containsOnly(metrics.packetIns());
            FakeBenchmark.assertNoneLost(metrics);
            assertThat(metrics.reordered()).isZero();
        }
    }

    @Test
    void reportsTheVersionOfTlsAndTheCipherSuite() throws Exception {
        try (var controller = learningSwitch()) {
            Metrics metrics = measurement.measure(
                    target(controller.tlsAddress().orElseThrow(), certificates.switches()),
                    ShortMeasurement.load(Version.OF10, 1, 1, 1));
            assertThat(metrics.tls().orElseThrow()).startsWith("TLSv1.3 TLS_");
        }
    }

    private void assertFails(InetSocketAddress address, TlsFiles switches, String reason) {
        assertThatThrownBy(() ->
                        measurement.measure(target(address, switches), ShortMeasurement.load(Version.OF10, 1, 1, 1)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("switch 1: TLS: " + reason);
    }

    @Test
    void reportsThatTheControllerHasAnotherAuthority() throws Exception {
        try (var controller = learningSwitch()) {
            assertFails(
                    controller.tlsAddress().orElseThrow(),
                    Certificates.create().switches(),
                    "this end does not trust the CA");
        }
    }

    @Test
    void reportsThatTheControllerHasNoTlsAtTheAddress() throws Exception {
        try (var controller = learningSwitch()) {
            assertFails(controller.address(), certificates.switches(), TlsFailure.PLAIN_TEXT);
        }
    }
}
