package net.beaconcontroller.cli.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.time.temporal.ChronoUnit.DAYS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import net.beaconcontroller.cli.CommandResult;
import net.beaconcontroller.io.tls.TlsFiles;
import net.beaconcontroller.pki.CertificateAuthority;
import net.beaconcontroller.pki.CertificateRequest;
import net.beaconcontroller.pki.IssuedCertificate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code beacon tls check} with a server that speaks TLS and sends one OpenFlow message. */
@ParameterizedClass
@ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
class TlsCheckCommandTest {
    private static final byte[] HELLO = {6, 0, 0, 8, 0, 0, 0, 1};

    private static final CertificateAuthority CA = CertificateAuthority.create("ours");
    private static final CertificateAuthority OTHER_CA = CertificateAuthority.create("other");
    private static final CertificateRequest CONTROLLER = CertificateRequest.forController("127.0.0.1");

    @Parameter
    private String version = "";

    @TempDir
    private Path folder;

    private @Nullable ServerSocket server;

    @AfterEach
    void stopServer() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    /** Starts a server that requires certificates of {@link #CA}. */
    private void serve(IssuedCertificate certificate, byte[] message) throws Exception {
        Path trusted = folder.resolve("trusted");
        CA.write(trusted);
        TlsFiles files = certificate.write(folder.resolve("server"), "controller");
        SSLContext context = new TlsFiles(
                        files.certificate(), files.key(), trusted.resolve(CertificateAuthority.CERTIFICATE_FILE))
                .load();
        var socket = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress());
        socket.setNeedClientAuth(true);
        socket.setEnabledProtocols(new String[] {version});
        serve(socket, message);
    }

    private void serve(ServerSocket socket, byte[] message) {
        server = socket;
        Thread.ofVirtual().start(() -> {
            while (!socket.isClosed()) {
                try (Socket client = socket.accept()) {
                    client.getOutputStream().write(message);
                    // Until the client closes the connection.
                    client.getInputStream().readAllBytes();
                } catch (IOException _) {
                    // The test sees at the client what went wrong.
                }
            }
        });
    }

    private CommandResult check(String... options) {
        var all = new ArrayList<>(List.of("tls", "check"));
        all.addAll(List.of(options));
        return CommandResult.of(all.toArray(String[]::new));
    }

    /** Checks the server as a switch that trusts {@link #CA}. */
    private CommandResult checkAs(IssuedCertificate certificate, String... options) throws Exception {
        TlsFiles own = certificate.write(folder.resolve("switch"), "switch");
        Path trusted = folder.resolve("client");
        CA.write(trusted);
        var all = new ArrayList<>(List.of(
                target(),
                "--ca",
                trusted.resolve(CertificateAuthority.CERTIFICATE_FILE).toString(),
                "--certificate",
                own.certificate().toString(),
                "--key",
                own.key().toString()));
        all.addAll(List.of(options));
        return check(all.toArray(String[]::new));
    }

    private CommandResult checkAsSwitch(String... options) throws Exception {
        return checkAs(CA.issue(CertificateRequest.forSwitches()), options);
    }

    private String target() {
        return "127.0.0.1:" + (server == null ? 0 : server.getLocalPort());
    }

    @Test
    void everyPartOfARightConnectionIsOk() throws Exception {
        serve(CA.issue(CONTROLLER), HELLO);
        CommandResult result = checkAsSwitch();
        assertThat(result.exitCode()).as(result.out()).isZero();
        assertThat(result.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).matches("ok +connection +127.0.0.1:\\d+ accepts connections"),
                        line -> assertThat(line).matches("ok +TLS +%s, TLS_\\w+".formatted(version)),
                        line -> assertThat(line).matches("ok +certificate +CN=controller, issued by CN=ours, .*"),
                        line -> assertThat(line).matches("ok +name +127.0.0.1 is a name of the certificate"),
                        line -> assertThat(line).matches("ok +own certificate +CN=switch, issued by CN=ours"),
                        line -> assertThat(line).matches("ok +OpenFlow HELLO +the peer speaks OpenFlow 1.5"));
    }

    @Test
    void jsonHasTheSessionAndTheChain() throws Exception {
        serve(CA.issue(CONTROLLER), HELLO);
        assertThat(checkAsSwitch("--json").out())
                .contains("\"passed\":true,\"version\":\"%s\",\"cipherSuite\":\"TLS_".formatted(version))
                .contains("\"openflow\":\"1.5\",\"chain\":[{\"subject\":\"CN=controller\"")
                .contains("{\"part\":\"OpenFlow HELLO\",\"outcome\":\"ok\",");
    }

    @Test
    void anExpiredCertificateFails() throws Exception {
        Instant now = Instant.now();
        serve(CA.issue(CONTROLLER.valid(now.minus(2, DAYS), now.minus(1, DAYS))), HELLO);
        CommandResult result = checkAsSwitch();
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out())
                .containsPattern("FAILED +certificate .*: the certificate of the peer has expired \\(NotAfter: ");
    }

    @Test
    void aCertificateThatIsNotValidYetFails() throws Exception {
        Instant now = Instant.now();
        serve(CA.issue(CONTROLLER.valid(now.plus(1, DAYS), now.plus(2, DAYS))), HELLO);
        assertThat(checkAsSwitch().out())
                .containsPattern("FAILED +certificate .*: the certificate of the peer is not valid yet \\(NotBefore: ");
    }

    @Test
    void aCertificateOfAnotherAuthorityFails() throws Exception {
        serve(OTHER_CA.issue(CONTROLLER), HELLO);
        assertThat(checkAsSwitch().out())
                .containsPattern("FAILED +certificate +CN=controller, issued by CN=other, .*: "
                        + "this end does not trust the CA");
    }

    @Test
    void aCertificateForAnotherHostIsAWarning() throws Exception {
        serve(CA.issue(CertificateRequest.forController("other.example")), HELLO);
        CommandResult result = checkAsSwitch();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .containsPattern("warning +name +127.0.0.1 is not a name of the certificate \\(other.example\\)");
    }

    @Test
    void theServerRefusesACertificateOfAnotherAuthority() throws Exception {
        serve(CA.issue(CONTROLLER), HELLO);
        CommandResult result = checkAs(OTHER_CA.issue(CertificateRequest.forSwitches()));
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out())
                .containsPattern("FAILED +own certificate +CN=switch, issued by CN=other, "
                        + "but the peer accepts those of CN=ours");
    }

    @Test
    void theServerRequiresACertificate() throws Exception {
        serve(CA.issue(CONTROLLER), HELLO);
        CommandResult result = check(target());
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).containsPattern("FAILED +own certificate +the peer requests one, and none was given");
    }

    @Test
    void theServerHasOnlyAnOldVersion() throws Exception {
        byte[] alertProtocolVersion = {21, 3, 3, 0, 2, 2, 70};
        serve(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()), alertProtocolVersion);
        assertThat(checkAsSwitch().out()).containsPattern("FAILED +TLS +the ends have no TLS version in common");
    }

    @Test
    void theServerSpeaksOpenFlowInPlainText() throws Exception {
        serve(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()), HELLO);
        assertThat(checkAsSwitch().out())
                .containsPattern("FAILED +TLS +the port speaks OpenFlow without TLS; use the port of ");
    }

    @Test
    void theServerSpeaksAnotherProtocolInPlainText() throws Exception {
        serve(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()), "220 mail.example".getBytes(US_ASCII));
        assertThat(checkAsSwitch().out()).containsPattern("FAILED +TLS +the peer speaks plain text");
    }

    @Test
    void theServerSpeaksAnotherProtocolWithinTls() throws Exception {
        serve(CA.issue(CONTROLLER), "220 mail.example".getBytes(US_ASCII));
        assertThat(checkAsSwitch().out())
                .containsPattern("FAILED +OpenFlow HELLO +the peer speaks another protocol \\(it sent 323230");
    }

    @Test
    void theServerIsSilent() throws Exception {
        serve(CA.issue(CONTROLLER), new byte[0]);
        assertThat(checkAsSwitch("--timeout", "1").out())
                .containsPattern("FAILED +OpenFlow HELLO +no OpenFlow HELLO within 1 s");
    }

    @Test
    void nothingListensAtThePort() throws Exception {
        CommandResult result = check("127.0.0.1:1");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).containsPattern("FAILED +connection +Connection refused; check the address");
    }

    @Test
    void aKeyThatDoesNotBelongToTheCertificateIsRefused() throws Exception {
        TlsFiles one = CA.issue(CertificateRequest.forSwitches()).write(folder.resolve("one"), "switch");
        TlsFiles other = CA.issue(CertificateRequest.forSwitches()).write(folder.resolve("other"), "switch");
        CommandResult result = check(
                "127.0.0.1:1",
                "--certificate",
                one.certificate().toString(),
                "--key",
                other.key().toString());
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).contains("the key does not belong to the first certificate of");
    }

    @Test
    void wrongOptionsAreRefused() {
        check("127.0.0.1").assertRefused("HOST:PORT 127.0.0.1: needs HOST:PORT");
        check("127.0.0.1:1", "--key", "x").assertRefused("--certificate and --key need each other");
    }
}
