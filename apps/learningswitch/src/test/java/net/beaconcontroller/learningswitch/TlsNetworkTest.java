package net.beaconcontroller.learningswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.SSLSocket;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.options.ControllerOptions.Channels;
import net.beaconcontroller.core.options.ControllerOptions.Tls;
import net.beaconcontroller.emulator.datapath.ControllerAddress;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.io.tls.TlsEndpoint.ClientAuth;
import net.beaconcontroller.io.tls.TlsFiles;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.pki.CertificateAuthority;
import net.beaconcontroller.pki.CertificateRequest;
import net.beaconcontroller.pki.IssuedCertificate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Emulated networks whose switches connect to the controller with TLS. */
class TlsNetworkTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(60);
    private static final CertificateAuthority AUTHORITY = CertificateAuthority.create("test");

    @TempDir
    Path folder;

    private TlsFiles controllerFiles;
    private TlsFiles switchFiles;
    private OpenFlowController controller;
    private final AtomicInteger disconnected = new AtomicInteger();
    private @Nullable Network started;

    @BeforeEach
    void startController() throws IOException {
        controllerFiles =
                AUTHORITY.issue(CertificateRequest.forController("localhost")).write(folder, "controller");
        switchFiles = AUTHORITY.issue(CertificateRequest.forSwitches()).write(folder, "switch");
        startController(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private void startController(InetSocketAddress address) throws IOException {
        var channels = new Channels(
                Optional.empty(),
                Optional.of(address),
                Optional.of(new Tls(controllerFiles, ClientAuth.NEED)),
                List.of());
        ControllerOptions options = ControllerOptions.onFreePort().withChannels(channels);
        // A thousand handshakes at once may take longer than the default on a busy machine.
        controller = new OpenFlowController(
                options.withTimeouts(options.timeouts().withHandshake(LONG_TIMEOUT, LONG_TIMEOUT)));
        controller.register("learningswitch", new LearningSwitch());
        controller.register("test", (SwitchListener) event -> {
            if (event instanceof SwitchEvent.Disconnected) {
                disconnected.incrementAndGet();
            }
        });
        controller.start();
    }

    @AfterEach
    void stop() {
        network().close();
        controller.close();
    }

    private InetSocketAddress address() {
        return controller.tlsAddress().orElseThrow();
    }

    private Network start(NetworkSpec spec, TlsFiles files, Version version) throws IOException {
        started = Network.start(
                spec, address(), NetworkOptions.of(Set.of(version)).withTls(files));
        return network();
    }

    private Network startAndAwait(NetworkSpec spec, Version version) throws IOException {
        Network network = start(spec, switchFiles, version);
        awaitSwitches(spec.switches().size());
        return network;
    }

    private void awaitSwitches(int count) {
        await().atMost(LONG_TIMEOUT).until(() -> controller.switches().size() == count);
    }

    private Network network() {
        return Objects.requireNonNull(started);
    }

    @EachVersion
    void allHostsReachEachOther(Version version) throws Exception {
        Network network = startAndAwait(NetworkSpec.of("tree,2,3"), version);
        assertThat(network.pingAll(TIMEOUT).isFlawless()).isTrue();
    }

    @Test
    void switchesReconnectToARestartedController() throws Exception {
        Network network = startAndAwait(NetworkSpec.of("linear,3"), Version.OF13);
        InetSocketAddress address = address();
        controller.close();
        startController(address);
        awaitSwitches(3);
        assertThat(network.pingAll(TIMEOUT).isFlawless()).isTrue();
    }

    @Test
    void manySwitchesConnectAtOnceAndNoneIsDisconnected() throws Exception {
        int count = Integer.getInteger("beacon.test.switches", 300);
        var spec = new NetworkSpecBuilder();
        for (int i = 0; i < count; i++) {
            spec.addSwitch();
        }
        startAndAwait(spec.build(), Version.OF13);
        assertThat(disconnected).hasValue(0);
    }

    private Certificate certificate() throws IOException {
        try (var socket = (SSLSocket) switchFiles
                .load()
                .getSocketFactory()
                .createSocket(address().getAddress(), address().getPort())) {
            socket.startHandshake();
            return socket.getSession().getPeerCertificates()[0];
        }
    }

    @Test
    void newCertificatesAreUsedWhilePingsContinueOnOpenConnections() throws Exception {
        Network network = startAndAwait(NetworkSpec.of("tree,2,3"), Version.OF13);
        IssuedCertificate renewed = AUTHORITY.issue(CertificateRequest.forController("renewed"));
        TlsFiles files = renewed.write(Files.createTempDirectory(folder, "renewed"), "controller");
        Files.move(files.key(), controllerFiles.key(), StandardCopyOption.REPLACE_EXISTING);
        Files.move(files.certificate(), controllerFiles.certificate(), StandardCopyOption.REPLACE_EXISTING);
        await().atMost(LONG_TIMEOUT).until(() -> {
            assertThat(network.pingAll(TIMEOUT).isFlawless()).isTrue();
            return certificate().equals(renewed.certificate());
        });
        assertThat(disconnected).hasValue(0);
    }

    @Test
    void aRefusedCertificateIsLoggedOnceForAllSwitchesAndAttempts() throws Exception {
        TlsFiles others = CertificateAuthority.create("other")
                .issue(CertificateRequest.forSwitches())
                .write(Files.createTempDirectory(folder, "other"), "switch");
        var untrusted = new TlsFiles(others.certificate(), others.key(), switchFiles.authorities());
        try (var switchLog = new RecordedLog(ControllerAddress.class.getName());
                var controllerLog = new RecordedLog("net.beaconcontroller.core")) {
            start(NetworkSpec.of("linear,3"), untrusted, Version.OF13);
            await().atMost(LONG_TIMEOUT)
                    .until(() -> controllerLog.lines.stream()
                                    .filter(line -> line.contains("disconnected in state HELLO: TLS: "))
                                    .count()
                            > 6);
            // The alert of the controller may be lost when it closes the connection, which has another explanation.
            assertThat(switchLog.lines.stream().map(line -> line.replaceFirst("switch s\\d", "switch")))
                    .isNotEmpty()
                    .doesNotHaveDuplicates()
                    .allMatch(line -> line.startsWith("switch cannot connect to ") && line.contains(": TLS: "));
        }
    }

    /** Records the lines of a logger until it is closed. */
    private static final class RecordedLog extends Handler implements AutoCloseable {
        final Queue<String> lines = new ConcurrentLinkedQueue<>();
        private final Logger logger;

        RecordedLog(String name) {
            logger = Logger.getLogger(name);
            logger.addHandler(this);
        }

        @Override
        public void publish(LogRecord logged) {
            lines.add(logged.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            logger.removeHandler(this);
        }
    }
}
