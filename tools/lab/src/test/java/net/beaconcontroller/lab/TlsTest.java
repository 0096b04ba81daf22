package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.io.tls.TlsFailure;
import net.beaconcontroller.io.tls.TlsFiles;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.BeaconProcess.CommandResult;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import net.beaconcontroller.pki.CertificateAuthority;
import net.beaconcontroller.pki.CertificateRequest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real switches and the controller connect with TLS. */
@NeedsOpenVSwitch
@Order(2)
class TlsTest {
    private final CertificateAuthority authority = CertificateAuthority.create("Beacon test");

    @TempDir
    Path folder;

    private TlsFiles files(CertificateAuthority issuer, CertificateRequest request) throws IOException {
        return issuer.issue(request).write(Files.createTempDirectory(folder, "tls"), request.name());
    }

    private TlsFiles switchFiles() throws IOException {
        return files(authority, CertificateRequest.forSwitches());
    }

    private BeaconProcess start(OvsLab lab, String... options) throws IOException {
        TlsFiles files = files(authority, CertificateRequest.forController("127.0.0.1"));
        var all = new ArrayList<String>(List.of(
                "-D", "http.listen=off",
                "-D", "controller.tls.listen=127.0.0.1:0",
                "-D", "controller.tls.certificate=" + files.certificate(),
                "-D", "controller.tls.key=" + files.key(),
                "-D", "controller.tls.ca=" + files.authorities()));
        all.addAll(List.of(options));
        return BeaconProcess.startInWith(lab, all.toArray(String[]::new));
    }

    @Test
    void allHostsReachEachOther() throws Exception {
        try (var lab = OvsLab.build("fattree,4", "OpenFlow10 OpenFlow13 OpenFlow15");
                var beacon = start(lab)) {
            lab.connectWithTls(switchFiles(), beacon.tlsPort());
            lab.awaitConnected();
            assertThat(lab.pingAll().failed()).as(beacon::toString).isEmpty();
        }
    }

    @Test
    void theCommandsThatTlsInitPrintsConnectASwitch() {
        CommandResult init = BeaconProcess.command(
                List.of("tls", "init", folder.resolve("pki").toString()));
        assertThat(init.exitCode()).as(init.output()).isZero();
        String commands = init.output().replace("\\\n", " ");
        String[] options = commands.lines()
                .map(String::strip)
                .filter(line -> line.contains("beacon run "))
                .findFirst()
                .orElseThrow()
                .replaceFirst(".*beacon run ", "")
                .split(" +", -1);
        try (var lab = OvsLab.build("single,2", "OpenFlow13");
                var beacon = BeaconProcess.startInWith(lab, options)) {
            commands.lines()
                    .map(String::strip)
                    .filter(line -> line.startsWith("ovs-vsctl "))
                    .map(line -> line.replace("ovs-vsctl ", "").replace(" br0 ", " s1 "))
                    .forEach(lab::vsctl);
            beacon.awaitLine("switch 0000000000000001 connected");
            assertThat(lab.pingAll().failed()).as("%s", beacon).isEmpty();
        }
    }

    @Test
    void theControllerConnectsToSwitchesThatListen() throws Exception {
        try (var lab = OvsLab.build("linear,2", "OpenFlow13")) {
            lab.useCertificates(
                    files(authority, CertificateRequest.forSwitches().listening()));
            lab.listen(1, "ptcp", 6640);
            lab.listen(2, "pssl", 6641);
            try (var beacon = start(lab, "-D", "controller.connect=tcp:127.0.0.1:6640, ssl:127.0.0.1:6641")) {
                beacon.awaitLine("switch 0000000000000001 connected");
                beacon.awaitLine("switch 0000000000000002 connected");
                assertThat(lab.pingAll().failed()).as("%s", beacon).isEmpty();
            }
        }
    }

    @Test
    void wrongCertificatesAreRefusedWithTheReason() throws Exception {
        Instant now = Instant.now();
        CertificateAuthority other = CertificateAuthority.create("Other");
        CertificateRequest expired =
                CertificateRequest.forSwitches().valid(now.minus(2, ChronoUnit.DAYS), now.minus(1, ChronoUnit.DAYS));
        TlsFiles good = switchFiles();
        TlsFiles unknown = files(other, CertificateRequest.forSwitches());
        try (var lab = OvsLab.build("single,1", "OpenFlow13");
                var beacon = start(lab)) {
            // Open vSwitch keeps the authorities that it had, and adds those that it gets.
            lab.connectWithTls(new TlsFiles(good.certificate(), good.key(), unknown.authorities()), beacon.tlsPort());
            beacon.awaitLine("TLS: the peer does not trust the CA that issued the certificate of this end");
            lab.useCertificates(files(authority, expired));
            beacon.awaitLine("TLS: the certificate of the peer has expired");
            lab.useCertificates(new TlsFiles(unknown.certificate(), unknown.key(), good.authorities()));
            beacon.awaitLine("TLS: this end does not trust the CA that issued the certificate of the peer");
            lab.useCertificates(good);
            beacon.awaitLine("switch 0000000000000001 connected");
        }
    }

    @Test
    void plainTextOnThePortForTlsAndTheReverseAreExplained() throws Exception {
        try (var lab = OvsLab.build("single,1", "OpenFlow13");
                var beacon = start(lab)) {
            lab.connectTo("tcp", beacon.tlsPort());
            beacon.awaitLine(TlsFailure.PLAIN_TEXT);
            lab.connectWithTls(switchFiles(), beacon.port());
            beacon.awaitLine(TlsFailure.TLS_ON_PLAIN_PORT);
        }
    }
}
