package net.beaconcontroller.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.time.Instant;
import net.beaconcontroller.io.tls.TlsFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateAuthorityTest {
    private static final int DNS = 2;
    private static final int URI = 6;
    private static final int IP = 7;

    private static final String SERVER = "1.3.6.1.5.5.7.3.1";
    private static final String CLIENT = "1.3.6.1.5.5.7.3.2";

    private static final int KEY_CERT_SIGN = 5;
    private static final int CRL_SIGN = 6;

    private final CertificateAuthority authority = CertificateAuthority.create("Test, CA");

    @TempDir
    private Path folder;

    @Test
    void anAuthoritySignsItselfAndMayNotHaveAuthoritiesBelow() throws Exception {
        X509Certificate certificate = authority.certificate();
        certificate.verify(certificate.getPublicKey());
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=Test\\, CA");
        assertThat(certificate.getBasicConstraints()).isZero();
        assertThat(certificate.getCriticalExtensionOIDs()).containsExactlyInAnyOrder("2.5.29.15", "2.5.29.19");
        boolean[] usage = certificate.getKeyUsage();
        assertThat(usage[KEY_CERT_SIGN]).isTrue();
        assertThat(usage[CRL_SIGN]).isTrue();
    }

    @Test
    void theCertificateOfAControllerHasItsNames() throws Exception {
        X509Certificate certificate = authority
                .issue(CertificateRequest.forController("localhost", "127.0.0.1", "::1"))
                .certificate();
        certificate.verify(authority.certificate().getPublicKey());
        assertThat(certificate.getSubjectAlternativeNames())
                .extracting(name -> name.get(0), name -> name.get(1))
                .containsExactly(tuple(DNS, "localhost"), tuple(IP, "127.0.0.1"), tuple(IP, "0:0:0:0:0:0:0:1"));
        assertThat(certificate.getExtendedKeyUsage()).containsExactly(SERVER, CLIENT);
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
    }

    @Test
    void theCertificateOfASwitchHasItsDatapathIds() throws Exception {
        X509Certificate certificate =
                authority.issue(CertificateRequest.forSwitch(1, -1)).certificate();
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=switch-0000000000000001");
        assertThat(certificate.getSubjectAlternativeNames())
                .extracting(name -> name.get(0), name -> name.get(1))
                .containsExactly(tuple(URI, "openflow:0000000000000001"), tuple(URI, "openflow:ffffffffffffffff"));
        assertThat(certificate.getExtendedKeyUsage()).containsExactly(CLIENT);
    }

    @Test
    void theCertificateOfAnySwitchIsBoundToNoDatapathId() throws Exception {
        X509Certificate certificate =
                authority.issue(CertificateRequest.forSwitches()).certificate();
        assertThat(certificate.getSubjectAlternativeNames()).isNull();
    }

    @Test
    void theCertificateOfASwitchThatListensIsForServersToo() throws Exception {
        X509Certificate certificate =
                authority.issue(CertificateRequest.forSwitches().listening()).certificate();
        assertThat(certificate.getExtendedKeyUsage()).containsExactly(SERVER, CLIENT);
    }

    @Test
    void keysAndSerialNumbersAreNew() {
        X509Certificate first =
                authority.issue(CertificateRequest.forSwitches()).certificate();
        X509Certificate second =
                authority.issue(CertificateRequest.forSwitches()).certificate();
        assertThat(((ECPublicKey) first.getPublicKey()).getParams().getOrder().bitLength())
                .isEqualTo(256);
        assertThat(first.getPublicKey()).isNotEqualTo(second.getPublicKey());
        assertThat(first.getSerialNumber()).isNotEqualTo(second.getSerialNumber());
        assertThat(first.getSerialNumber().bitLength()).isBetween(64, 128);
    }

    @Test
    void aRequestSetsTheTimeOfValidity() {
        Instant from = Instant.parse("2020-01-01T00:00:00Z");
        Instant until = Instant.parse("2020-12-31T23:59:59Z");
        X509Certificate certificate = authority
                .issue(CertificateRequest.forSwitches().valid(from, until))
                .certificate();
        assertThat(certificate.getNotBefore().toInstant()).isEqualTo(from);
        assertThat(certificate.getNotAfter().toInstant()).isEqualTo(until);
    }

    @Test
    void onlyThisAccountMayReadTheKeysThatItWrites() throws Exception {
        Path created = folder.resolve("new");
        authority.write(created);
        TlsFiles files = authority.issue(CertificateRequest.forSwitches()).write(created, "switch");
        assertThat(permissions(created)).isEqualTo("rwx------");
        assertThat(permissions(created.resolve(CertificateAuthority.KEY_FILE))).isEqualTo("rw-------");
        assertThat(permissions(files.key())).isEqualTo("rw-------");
    }

    @Test
    void theWrittenFilesWorkForTls() throws Exception {
        TlsFiles files =
                authority.issue(CertificateRequest.forController("localhost")).write(folder, "controller");
        assertThat(files.load().getProtocol()).isEqualTo("TLS");
    }

    @Test
    void anAuthorityThatIsReadIssuesFurtherCertificates() throws Exception {
        authority.write(folder);
        X509Certificate certificate = CertificateAuthority.read(folder)
                .issue(CertificateRequest.forSwitches())
                .certificate();
        certificate.verify(authority.certificate().getPublicKey());
        assertThat(certificate.getIssuerX500Principal())
                .isEqualTo(authority.certificate().getSubjectX500Principal());
    }

    @Test
    void filesThatExistAreKept() throws Exception {
        IssuedCertificate issued = authority.issue(CertificateRequest.forSwitches());
        TlsFiles files = issued.write(folder, "switch");
        String key = Files.readString(files.key());
        assertThatThrownBy(
                        () -> authority.issue(CertificateRequest.forSwitches()).write(folder, "switch"))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("switch-key.pem");
        assertThat(files.key()).hasContent(key);
    }

    @Test
    void theFileOfAnotherAuthorityIsKept() throws Exception {
        authority.write(folder);
        CertificateAuthority other = CertificateAuthority.create("other");
        assertThatThrownBy(() -> other.issue(CertificateRequest.forSwitches()).write(folder, "switch"))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("ca-cert.pem");
        assertThat(folder.resolve("switch-key.pem")).doesNotExist();
    }

    private static String permissions(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
