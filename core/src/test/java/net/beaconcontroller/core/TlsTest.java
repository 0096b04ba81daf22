package net.beaconcontroller.core;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.core.options.ActiveTarget;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.options.ControllerOptions.Channels;
import net.beaconcontroller.core.options.ControllerOptions.Rebalance;
import net.beaconcontroller.core.options.ControllerOptions.Tls;
import net.beaconcontroller.core.session.Session;
import net.beaconcontroller.io.tls.PemKeyStore;
import net.beaconcontroller.io.tls.TlsEndpoint.ClientAuth;
import net.beaconcontroller.io.tls.TlsFailure;
import net.beaconcontroller.io.tls.TlsFiles;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.Experimenter;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.pki.CertificateAuthority;
import net.beaconcontroller.pki.CertificateRequest;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections with TLS. */
class TlsTest {
    private static final InetSocketAddress FREE_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final CertificateAuthority AUTHORITY = CertificateAuthority.create("test");

    @TempDir
    Path folder;

    private TlsFiles controllerFiles() throws IOException {
        return AUTHORITY.issue(CertificateRequest.forController("localhost")).write(folder, "controller");
    }

    private SSLContext switchContext() throws IOException {
        return switchFiles(AUTHORITY, CertificateRequest.forSwitches()).load();
    }

    private static ControllerOptions with(TlsFiles files, ClientAuth clientAuth) {
        return with(ControllerFixture.oneLoop(), files, clientAuth);
    }

    private static ControllerOptions with(ControllerOptions options, TlsFiles files, ClientAuth clientAuth) {
        return options.withChannels(new Channels(
                Optional.of(FREE_PORT), Optional.of(FREE_PORT), Optional.of(new Tls(files, clientAuth)), List.of()));
    }

    private static SSLSocket socket(ControllerFixture fixture, SSLContext context) throws IOException {
        InetSocketAddress address = fixture.controller.tlsAddress().orElseThrow();
        var socket = (SSLSocket) context.getSocketFactory().createSocket(address.getAddress(), address.getPort());
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static ScriptedSwitch start(SSLSocket socket, long id) throws IOException {
        return ScriptedSwitch.start(socket, id, Version.OF13);
    }

    private static void answerAll(ControllerFixture fixture) {
        fixture.controller.register("answer", (PacketInListener) (sw, in) -> {
            sw.packetOut(in).output(1).send();
            return Next.STOP;
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    @Tag(EACH_DESIGN)
    void aSwitchWithACertificateExchangesMessages(String protocol) throws Exception {
        try (var fixture = new ControllerFixture(with(controllerFiles(), ClientAuth.NEED))) {
            answerAll(fixture);
            SSLSocket socket = socket(fixture, switchContext());
            socket.setEnabledProtocols(new String[] {protocol});
            try (ScriptedSwitch fake = start(socket, 1)) {
                fixture.active(1);
                fake.send(ControllerFixture.packetIn(1));
                fake.await(PacketOut.class);
                assertThat(socket.getSession().getProtocol()).isEqualTo(protocol);
            }
            await().until(() -> fixture.controller.switches().isEmpty());
        }
    }

    @Test
    void switchesConnectWithAndWithoutTlsSideBySide() throws Exception {
        try (var fixture = new ControllerFixture(with(controllerFiles(), ClientAuth.NEED));
                ScriptedSwitch _ = start(socket(fixture, switchContext()), 1)) {
            fixture.connect(2, Version.OF13);
            fixture.active(1);
        }
    }

    @Test
    void theCertificateOfTheSwitchIsKnown() throws Exception {
        try (var fixture = new ControllerFixture(with(controllerFiles(), ClientAuth.NEED));
                ScriptedSwitch _ = start(socket(fixture, switchContext()), 1)) {
            Session session = (Session) fixture.active(1);
            assertThat(session.peerCertificate()
                            .orElseThrow()
                            .getSubjectX500Principal()
                            .getName())
                    .isEqualTo("CN=switch");
        }
    }

    private SSLContext contextWithoutCertificate() throws GeneralSecurityException, IOException {
        Path authority = Files.createTempDirectory(folder, "ca");
        AUTHORITY.write(authority);
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(PemKeyStore.readAuthorities(authority.resolve(CertificateAuthority.CERTIFICATE_FILE)));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @ParameterizedTest
    @EnumSource(
            value = ClientAuth.class,
            names = {"WANT", "NONE"})
    void aSwitchWithoutACertificateConnectsIfNoneIsNeeded(ClientAuth clientAuth) throws Exception {
        try (var fixture = new ControllerFixture(with(controllerFiles(), clientAuth));
                ScriptedSwitch _ = start(socket(fixture, contextWithoutCertificate()), 1)) {
            Session session = (Session) fixture.active(1);
            assertThat(session.peerCertificate()).isEmpty();
        }
    }

    private TlsFiles switchFiles(CertificateAuthority authority, CertificateRequest request) throws IOException {
        return authority.issue(request).write(Files.createTempDirectory(folder, "switch"), "switch");
    }

    /** Connects, and returns whether the log has the reason for which the connection was closed. */
    private static void assertRefused(ControllerOptions options, SSLContext context, String reason) throws Exception {
        try (var log = new RecordedLog("net.beaconcontroller.core");
                var fixture = new ControllerFixture(options);
                SSLSocket socket = socket(fixture, context)) {
            int port = socket.getLocalPort();
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(IOException.class);
            await().until(() -> log.contains(":%d disconnected in state HELLO: TLS: %s".formatted(port, reason)));
        }
    }

    @Test
    void aSwitchWithoutACertificateIsRefusedIfOneIsNeeded() throws Exception {
        assertRefused(
                with(controllerFiles(), ClientAuth.NEED),
                contextWithoutCertificate(),
                "the peer has sent no certificate of a CA that this end trusts");
    }

    @Test
    void aSwitchWithAnExpiredCertificateIsRefused() throws Exception {
        Instant now = Instant.now();
        CertificateRequest expired =
                CertificateRequest.forSwitches().valid(now.minus(2, ChronoUnit.DAYS), now.minus(1, ChronoUnit.DAYS));
        assertRefused(
                with(controllerFiles(), ClientAuth.NEED),
                switchFiles(AUTHORITY, expired).load(),
                "the certificate of the peer has expired");
    }

    @Test
    void aSwitchWithACertificateOfAnotherAuthorityWithTheSameNameIsRefused() throws Exception {
        TlsFiles controller = controllerFiles();
        TlsFiles other = switchFiles(CertificateAuthority.create("test"), CertificateRequest.forSwitches());
        assertRefused(
                with(controller, ClientAuth.NEED),
                new TlsFiles(other.certificate(), other.key(), controller.authorities()).load(),
                "this end does not trust the CA");
    }

    @Test
    void aCertificateOfOneSwitchIsRefusedForAnother() throws Exception {
        try (var log = new RecordedLog("net.beaconcontroller.core");
                var fixture = new ControllerFixture(with(controllerFiles(), ClientAuth.NEED))) {
            SSLContext context =
                    switchFiles(AUTHORITY, CertificateRequest.forSwitch(0x71)).load();
            try (ScriptedSwitch _ = start(socket(fixture, context), 0x71)) {
                fixture.active(0x71);
            }
            try (ScriptedSwitch other = start(socket(fixture, context), 0x72)) {
                other.await(ErrorMessage.class);
                await().until(() -> log.contains("refused switch 0000000000000072 at 127.0.0.1: its certificate"
                        + " switch-0000000000000071 is for 0000000000000071"));
            }
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void plainTextOnThePortForTlsIsExplained() throws Exception {
        try (var log = new RecordedLog("net.beaconcontroller.core");
                var fixture = new ControllerFixture(with(controllerFiles(), ClientAuth.NEED));
                ScriptedSwitch _ =
                        ScriptedSwitch.connect(fixture.controller.tlsAddress().orElseThrow(), 1, Version.OF13)) {
            await().until(() -> log.contains("TLS: " + TlsFailure.PLAIN_TEXT));
        }
    }

    @Test
    void tlsOnThePortForPlainTextIsExplained() throws Exception {
        try (var log = new RecordedLog("net.beaconcontroller.core");
                var fixture = new ControllerFixture(with(controllerFiles(), ClientAuth.NEED))) {
            InetSocketAddress address = fixture.controller.address();
            try (var socket = (SSLSocket)
                    switchContext().getSocketFactory().createSocket(address.getAddress(), address.getPort())) {
                assertThatThrownBy(socket::startHandshake).isInstanceOf(IOException.class);
            }
            await().until(() -> log.contains(TlsFailure.TLS_ON_PLAIN_PORT));
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void aPeerThatStallsInTheHandshakeIsDisconnected() throws Exception {
        ControllerOptions options = with(controllerFiles(), ClientAuth.NEED);
        options = options.withTimeouts(options.timeouts().withHandshake(Duration.ofMillis(200), Duration.ofSeconds(1)));
        try (var fixture = new ControllerFixture(options)) {
            InetSocketAddress address = fixture.controller.tlsAddress().orElseThrow();
            try (var socket = new Socket(address.getAddress(), address.getPort())) {
                socket.setSoTimeout(10_000);
                // The header of a record that never comes.
                socket.getOutputStream().write(new byte[] {22, 3, 1, 1, 0});
                // An alert, and the end of the stream.
                assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThan(50);
            }
        }
    }

    @Test
    void aPeerThatSendsNoHelloAfterTheHandshakeOfTlsIsDisconnected() throws Exception {
        ControllerOptions options = with(controllerFiles(), ClientAuth.NEED);
        // Long enough for the handshake of TLS on a busy machine.
        options = options.withTimeouts(options.timeouts().withHandshake(Duration.ofSeconds(3), Duration.ofSeconds(1)));
        try (var log = new RecordedLog("net.beaconcontroller.core");
                var fixture = new ControllerFixture(options);
                SSLSocket socket = socket(fixture, switchContext())) {
            socket.startHandshake();
            int port = socket.getLocalPort();
            await().until(() -> log.contains(":%d disconnected in state HELLO: handshake timeout".formatted(port)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    @Tag(EACH_DESIGN)
    void noMessageIsLostWhileASwitchMovesBetweenLoops(int loops) throws Exception {
        int count = 5_000;
        ControllerOptions options = ControllerFixture.withLoops(loops);
        options = with(
                options.withIo(options.io().withRebalance(Rebalance.CONSTANTLY)), controllerFiles(), ClientAuth.NEED);
        try (var fixture = new ControllerFixture(options)) {
            answerAll(fixture);
            SSLContext context = switchContext();
            try (ScriptedSwitch one = start(socket(fixture, context), 1);
                    ScriptedSwitch two = start(socket(fixture, context), 2)) {
                fixture.active(1);
                fixture.active(2);
                var sending = List.of(sendMany(one, count), sendMany(two, count));
                for (CompletableFuture<Void> each : sending) {
                    each.get(60, TimeUnit.SECONDS);
                }
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> one.count(MessageType.PACKET_OUT) == count
                                && two.count(MessageType.PACKET_OUT) == count);
            }
        }
    }

    private static CompletableFuture<Void> sendMany(ScriptedSwitch fake, int count) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        for (int i = 0; i < count; i++) {
                            fake.send(ControllerFixture.packetIn(i));
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                Thread.ofPlatform()::start);
    }

    @Test
    @Tag(EACH_DESIGN)
    void longMessagesArriveInBothDirections() throws Exception {
        int count = 50;
        var long60k = new Experimenter(1, 1, Bytes.of(new byte[60_000]));
        try (var fixture = new ControllerFixture(with(controllerFiles(), ClientAuth.NEED));
                ScriptedSwitch fake = start(socket(fixture, switchContext()), 1)) {
            Switch sw = fixture.active(1);
            for (int i = 0; i < count; i++) {
                fake.send(long60k);
                sw.send(long60k);
            }
            await().until(() -> sw.counters().received(MessageType.EXPERIMENTER) == count
                    && fake.count(MessageType.EXPERIMENTER)
                            == count - sw.counters().dropped());
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void newCertificatesAreUsedWithoutClosingConnections() throws Exception {
        TlsFiles files = controllerFiles();
        SSLContext context = switchContext();
        try (var fixture = new ControllerFixture(with(files, ClientAuth.NEED));
                ScriptedSwitch fake = start(socket(fixture, context), 1)) {
            Switch sw = fixture.active(1);
            var renewed = AUTHORITY.issue(CertificateRequest.forController("renewed"));
            replace(files, renewed.write(Files.createTempDirectory(folder, "renewed"), "controller"));
            await().until(() -> {
                try (SSLSocket socket = socket(fixture, context)) {
                    socket.startHandshake();
                    return renewed.certificate().equals(certificateOf(socket));
                }
            });
            answerAll(fixture);
            fake.send(ControllerFixture.packetIn(1));
            fake.await(PacketOut.class);
            assertThat(sw.isConnected()).isTrue();
        }
    }

    private static X509Certificate certificateOf(SSLSocket socket) throws IOException {
        return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }

    private static void replace(TlsFiles files, TlsFiles by) throws IOException {
        Files.move(by.key(), files.key(), StandardCopyOption.REPLACE_EXISTING);
        Files.move(by.certificate(), files.certificate(), StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void aSessionIsResumed() throws Exception {
        SSLContext context = switchContext();
        try (var fixture = new ControllerFixture(with(controllerFiles(), ClientAuth.NEED))) {
            long first;
            try (SSLSocket socket = socket(fixture, context);
                    ScriptedSwitch _ = start(socket, 1)) {
                fixture.active(1);
                first = socket.getSession().getCreationTime();
            }
            await().until(() -> fixture.controller.switches().isEmpty());
            try (SSLSocket socket = socket(fixture, context);
                    ScriptedSwitch _ = start(socket, 1)) {
                fixture.active(1);
                assertThat(socket.getSession().getCreationTime()).isEqualTo(first);
                Session session = (Session) fixture.controller.switchOf(1).orElseThrow();
                assertThat(session.peerCertificate()).isPresent();
            }
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void manySwitchesConnectAtOnce() throws Exception {
        int count = 40;
        SSLContext context = switchContext();
        try (var fixture = new ControllerFixture(with(controllerFiles(), ClientAuth.NEED))) {
            var connecting = new ArrayList<CompletableFuture<ScriptedSwitch>>();
            for (int id = 1; id <= count; id++) {
                int datapathId = id;
                connecting.add(CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return start(socket(fixture, context), datapathId);
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        },
                        Thread.ofPlatform()::start));
            }
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> fixture.controller.switches().size() == count);
            for (var each : connecting) {
                each.get().close();
            }
        }
    }

    @Test
    void aPortForTlsThatIsInUseLeavesThatForPlainTextFree() throws Exception {
        TlsFiles files = controllerFiles();
        InetSocketAddress plain;
        // An address that no other test uses, so that none takes the port meanwhile.
        try (var free = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.77"))) {
            plain = new InetSocketAddress(free.getInetAddress(), free.getLocalPort());
        }
        try (var used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var channels = new Channels(
                    Optional.of(plain),
                    Optional.of(new InetSocketAddress(used.getInetAddress(), used.getLocalPort())),
                    Optional.of(new Tls(files, ClientAuth.NEED)),
                    List.of());
            assertThatThrownBy(() ->
                            new OpenFlowController(ControllerFixture.oneLoop().withChannels(channels)))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining(":" + used.getLocalPort());
        }
        try (var again = new ServerSocket()) {
            again.bind(plain);
            assertThat(again.isBound()).isTrue();
        }
    }

    private static ControllerOptions connectingTo(String target, Optional<Tls> tls) {
        return ControllerFixture.oneLoop()
                .withChannels(
                        new Channels(Optional.empty(), Optional.empty(), tls, List.of(ActiveTarget.parse(target))));
    }

    @Test
    void theControllerConnectsToASwitchThatListensAndConnectsAgain() throws Exception {
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var fixture = new ControllerFixture(
                        connectingTo("tcp:127.0.0.1:" + listener.getLocalPort(), Optional.empty()))) {
            try (ScriptedSwitch _ = ScriptedSwitch.start(listener.accept(), 1, Version.OF13)) {
                fixture.active(1);
            }
            try (ScriptedSwitch _ = ScriptedSwitch.start(listener.accept(), 2, Version.OF13)) {
                fixture.active(2);
            }
        }
    }

    @Test
    void theControllerConnectsWithTls() throws Exception {
        var tls = new Tls(controllerFiles(), ClientAuth.NEED);
        SSLContext context = switchFiles(
                        AUTHORITY, CertificateRequest.forSwitches().listening())
                .load();
        try (var listener = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            listener.setNeedClientAuth(true);
            try (var fixture = new ControllerFixture(
                            connectingTo("ssl:127.0.0.1:" + listener.getLocalPort(), Optional.of(tls)));
                    ScriptedSwitch _ = ScriptedSwitch.start(listener.accept(), 1, Version.OF13)) {
                fixture.active(1);
            }
        }
    }
}
