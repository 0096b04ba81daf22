package net.beaconcontroller.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.beaconcontroller.core.options.AllowedSwitch;
import net.beaconcontroller.core.options.CertificateNames;
import net.beaconcontroller.pki.CertificateAuthority;
import net.beaconcontroller.pki.CertificateRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedSwitchTest {
    private static final CertificateAuthority AUTHORITY = CertificateAuthority.create("test");

    private static boolean isAllowed(String allowed, long id, String address) {
        return refusal(allowed, id, address).isEmpty();
    }

    private static Optional<String> refusal(String allowed, long id, String address) {
        return refusal(allowed, id, address, CertificateNames.NONE);
    }

    private static Optional<String> refusal(String allowed, long id, String address, CertificateNames certificate) {
        return new AllowedSwitches(
                        Stream.of(allowed.split(", ")).map(AllowedSwitch::parse).toList(), false)
                .refusal(id, new InetSocketAddress(InetAddress.ofLiteral(address), 1), certificate);
    }

    /** Returns the names in a certificate for a name and a host. */
    private static CertificateNames certificate(String name, String host) {
        CertificateRequest request = CertificateRequest.forController(host);
        return CertificateNames.of(AUTHORITY
                .issue(new CertificateRequest(
                        name, false, request.hosts(), List.of(), request.notBefore(), request.notAfter()))
                .certificate());
    }

    private static CertificateNames boundTo(long id, long... others) {
        return CertificateNames.of(
                AUTHORITY.issue(CertificateRequest.forSwitch(id, others)).certificate());
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 10.0.0.1, true",
        "1, 2, 10.0.0.1, false",
        "00000000000000ff, 255, ::1, true",
        "1@10.0.0.1, 1, 10.0.0.1, true",
        "1@10.0.0.1, 1, 10.0.0.2, false",
        "1@10.0.0.0/23, 1, 10.0.1.255, true",
        "1@10.0.0.0/23, 1, 10.0.2.0, false",
        "1@10.0.0.0/24, 1, 10.0.0.9, true",
        "1@0.0.0.0/0, 1, 10.0.0.9, true",
        "any@2001:db8::/32, 7, 2001:db8:1::1, true",
        "any@2001:db8::/32, 7, 10.0.0.1, false",
        "any@10.0.0.0/8, 7, 2001:db8::1, false",
        "'1, 2@10.0.0.2', 2, 10.0.0.2, true",
        "'1, 2@10.0.0.2', 2, 10.0.0.3, false"
    })
    void matchesTheDatapathIdAndTheAddress(String allowed, long id, String address, boolean expected) {
        assertThat(isAllowed(allowed, id, address)).isEqualTo(expected);
    }

    @Test
    void noElementsAllowAllSwitches() {
        assertThat(new AllowedSwitches(List.of(), true).refusal(1, new InetSocketAddress(1), CertificateNames.NONE))
                .isEmpty();
    }

    @Test
    void aRefusalHasTheElementThatAllowsTheSwitch() {
        assertThat(refusal("1", 0xab, "10.0.0.3"))
                .contains("controller.switches does not have it; add \"ab@10.0.0.3\" to allow it");
        assertThat(isAllowed("1, ab@10.0.0.3", 0xab, "10.0.0.3")).isTrue();
    }

    @Test
    void aFileWithoutElementsAllowsNone() {
        assertThat(new AllowedSwitches(List.of(), false).refusal(1, new InetSocketAddress(1), CertificateNames.NONE))
                .isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "1 as s1, 1, true",
        "1 as s1.example.org, 1, true",
        "1 as s2, 1, false",
        "1@10.0.0.1 as s1, 1, true",
        "1@10.0.0.2 as s1, 1, false",
        "any as s1, 7, true"
    })
    void matchesTheNameInTheCertificate(String allowed, long id, boolean expected) {
        assertThat(refusal(allowed, id, "10.0.0.1", certificate("s1", "s1.example.org"))
                        .isEmpty())
                .isEqualTo(expected);
    }

    @Test
    void aSwitchWithoutTheCertificateIsToldWhichItNeeds() {
        assertThat(refusal("1 as s1", 1, "10.0.0.1", certificate("s2", "s2.example.org")))
                .contains("controller.switches wants a certificate of s1, and its certificate is s2");
        assertThat(refusal("1 as s1", 1, "10.0.0.1", CertificateNames.NONE))
                .contains("controller.switches wants a certificate of s1, and its certificate is none");
    }

    @Test
    void aCertificateOfOneSwitchIsNotAcceptedForAnother() {
        assertThat(refusal("1 as s1, any@10.0.0.0/8", 2, "10.0.0.1", certificate("s1", "s1.example.org")))
                .contains("its certificate s1 is for 0000000000000001; give it a certificate of its own");
    }

    @Test
    void aCertificateThatNamesDatapathIdsIsAcceptedForTheseOnly() {
        var all = new AllowedSwitches(List.of(), true);
        var remote = new InetSocketAddress(1);
        assertThat(all.refusal(1, remote, boundTo(1, 0xab))).isEmpty();
        assertThat(all.refusal(0xab, remote, boundTo(1, 0xab))).isEmpty();
        assertThat(all.refusal(2, remote, boundTo(1, 0xab)))
                .contains("its certificate switch-0000000000000001 is for 0000000000000001, 00000000000000ab; give it a"
                        + " certificate of its own");
    }

    @Test
    void readsAFileWithComments(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("switches"), "# core\n1@10.0.0.1 # s1\n\n2 as s2\n");
        assertThat(AllowedSwitch.read(file))
                .containsExactly(AllowedSwitch.parse("1@10.0.0.1"), AllowedSwitch.parse("2 as s2"));
    }

    @Test
    void namesTheWrongLineOfAFile(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("switches"), "1\nswitch\n");
        assertThatIOException()
                .isThrownBy(() -> AllowedSwitch.read(file))
                .withMessage("%s:2: switch: needs %s".formatted(file, AllowedSwitch.VALID));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "any",
                "1 as",
                "1 as ",
                "1 as a as b",
                "switch",
                "1@",
                "1@host.example",
                "1@10.0.0.0/33",
                "1@10.0.0.0/-1",
                "1@10.0.0.0/8/8",
                "@10.0.0.1",
                "1@10.0.0.1@1",
                "10000000000000000",
                ""
            })
    void refusesOtherTexts(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> AllowedSwitch.parse(text));
    }
}
