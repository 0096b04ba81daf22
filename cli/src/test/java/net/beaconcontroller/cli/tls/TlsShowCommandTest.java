package net.beaconcontroller.cli.tls;

import static java.time.temporal.ChronoUnit.DAYS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import net.beaconcontroller.cli.CommandResult;
import net.beaconcontroller.io.tls.TlsFiles;
import net.beaconcontroller.pki.CertificateAuthority;
import net.beaconcontroller.pki.CertificateRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsShowCommandTest {
    private static final CertificateAuthority CA = CertificateAuthority.create("CA");

    @TempDir
    private Path folder;

    private CommandResult show(String... path) {
        return path.length == 0
                ? CommandResult.of("tls", "show", folder.toString())
                : CommandResult.of("tls", "show", "--json", path[0]);
    }

    @Test
    void listsTheCertificatesOfAFolderWithTheirKeys() throws Exception {
        CA.write(folder);
        CA.issue(CertificateRequest.forSwitch(1)).write(folder, "switch");
        CommandResult result = show();
        assertThat(result.exitCode()).as(result.out()).isZero();
        assertThat(result.out().lines())
                .satisfiesExactly(
                        header -> assertThat(header).startsWith("FILE "),
                        ca -> assertThat(ca)
                                .matches("ca-cert.pem +CN=CA +- +CN=CA +[-\\d]+ \\(.* days\\) +EC 256 bits +"
                                        + "ca-key.pem rw-------"),
                        leaf -> assertThat(leaf)
                                .matches("switch-cert.pem +CN=switch-0000000000000001 +openflow:0000000000000001 "
                                        + "+CN=CA +[-\\d]+ \\(8\\d\\d days\\) +EC 256 bits +switch-key.pem rw-------"));
    }

    @Test
    void jsonHasTheSameProperties() throws Exception {
        TlsFiles files = CA.issue(CertificateRequest.forSwitch(1)).write(folder, "switch");
        assertThat(show(files.certificate().toString()).out())
                .contains("\"subject\":\"CN=switch-0000000000000001\"")
                .contains("\"names\":[\"openflow:0000000000000001\"]")
                .contains("\"keyBelongs\":true,\"keyPermissions\":\"rw-------\",\"errors\":[]");
    }

    @Test
    void anExpiredCertificateIsAnError() throws Exception {
        Instant now = Instant.now();
        TlsFiles files = CA.issue(CertificateRequest.forSwitches().valid(now.minus(2, DAYS), now.minus(1, DAYS)))
                .write(folder, "switch");
        CommandResult result = show();
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out())
                .contains("error: %s has expired; move it and its key away, and run 'beacon tls init' again"
                        .formatted(files.certificate()));
    }

    @Test
    void aCertificateThatExpiresSoonIsAWarning() throws Exception {
        Instant now = Instant.now();
        TlsFiles files = CA.issue(CertificateRequest.forSwitches().valid(now.minus(2, DAYS), now.plus(20, DAYS)))
                .write(folder, "switch");
        CommandResult result = show();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("warning: %s expires in 19 days".formatted(files.certificate()));
    }

    @Test
    void aKeyOfAnotherCertificateIsAnError() throws Exception {
        TlsFiles files = CA.issue(CertificateRequest.forSwitches()).write(folder, "switch");
        TlsFiles other = CA.issue(CertificateRequest.forSwitches()).write(folder.resolve("other"), "switch");
        Files.copy(other.key(), files.key(), StandardCopyOption.REPLACE_EXISTING);
        CommandResult result = show();
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out())
                .contains("switch-key.pem rw-------, of another certificate")
                .contains("error: %s is not the key of %s".formatted(files.key(), files.certificate()));
    }

    @Test
    void aKeyThatOtherAccountsMayReadIsAnError() throws Exception {
        TlsFiles files = CA.issue(CertificateRequest.forSwitches()).write(folder, "switch");
        Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString("rw-r--r--"));
        CommandResult result = show();
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out())
                .contains("error: %1$s: other accounts may use this key; allow only this account: chmod 600 %1$s"
                        .formatted(files.key()));
    }

    @Test
    void aFolderWithoutCertificatesIsAnError() {
        assertThat(show().err()).contains("%s has no certificates; 'beacon tls init' makes some".formatted(folder));
        Path missing = folder.resolve("missing");
        assertThat(show(missing.toString()).err()).contains("%s does not exist".formatted(missing));
    }
}
