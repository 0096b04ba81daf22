package net.beaconcontroller.cli.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.cli.CommandResult;
import net.beaconcontroller.io.tls.PemKeyStore;
import net.beaconcontroller.pki.CertificateAuthority;
import net.beaconcontroller.pki.CertificateRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsInitCommandTest {
    @TempDir
    private Path temporary;

    private CommandResult init(String... options) {
        var all = new ArrayList<>(List.of("tls", "init", folder().toString()));
        all.addAll(List.of(options));
        return CommandResult.of(all.toArray(String[]::new));
    }

    private Path folder() {
        return temporary.resolve("tls");
    }

    private List<String> names(String file) throws Exception {
        return CertificateSummary.of(
                        PemKeyStore.certificates(folder().resolve(file)).getFirst())
                .names();
    }

    @Test
    void printsTheCommandsForTheControllerAndOpenVSwitch() {
        CommandResult result = init();
        assertThat(result.exitCode()).as(result.err()).isZero();
        Path folder = folder();
        assertThat(result.out())
                .contains("run -D controller.tls.listen=0.0.0.0:6654")
                .contains("-D controller.tls.certificate=%s/controller-cert.pem".formatted(folder))
                .contains("-D controller.tls.key=%s/controller-key.pem".formatted(folder))
                .contains("-D controller.tls.ca=%s/ca-cert.pem".formatted(folder))
                .contains(
                        "ovs-vsctl set-ssl %1$s/switch-key.pem %1$s/switch-cert.pem %1$s/ca-cert.pem".formatted(folder))
                .contains("ovs-vsctl set-controller br0 ssl:127.0.0.1:6654")
                .contains("tls check 127.0.0.1:6654 --ca %s/ca-cert.pem".formatted(folder));
    }

    @Test
    void theControllerHasTheNamesOfThisMachineAndOfTheCommandLine() throws Exception {
        CommandResult result = init("--host", "beacon.example", "--host", "2001:DB8::7");
        assertThat(names("controller-cert.pem"))
                .contains("localhost", "127.0.0.1", "::1", "beacon.example", "2001:db8::7");
        assertThat(result.out()).contains("ssl:beacon.example:6654");
    }

    @Test
    void allSwitchesShareACertificateByDefault() throws Exception {
        init();
        assertThat(names("switch-cert.pem")).isEmpty();
    }

    @Test
    void aCertificateOfASwitchIsBoundToItsDatapathIds() throws Exception {
        CommandResult result = init("--switch", "1", "--switch", "2,aB");
        assertThat(names("switch-0000000000000001-cert.pem")).containsExactly("openflow:0000000000000001");
        assertThat(names("switch-0000000000000002-cert.pem"))
                .containsExactly("openflow:0000000000000002", "openflow:00000000000000ab");
        assertThat(folder().resolve("switch-cert.pem")).doesNotExist();
        assertThat(result.out()).contains("# openflow:0000000000000002, openflow:00000000000000ab");
    }

    @Test
    void runningItAgainAddsSwitchesAndKeepsTheOtherFiles() throws Exception {
        init("--switch", "1");
        String authority = Files.readString(folder().resolve("ca-key.pem"));
        String first = Files.readString(folder().resolve("switch-0000000000000001-key.pem"));
        CommandResult again = init("--switch", "1", "--switch", "2");
        assertThat(again.out())
                .containsPattern("ca-cert.pem +kept")
                .containsPattern("controller-cert.pem +kept")
                .containsPattern("switch-0000000000000001-cert.pem +kept")
                .containsPattern("switch-0000000000000002-cert.pem +new");
        assertThat(folder().resolve("ca-key.pem")).hasContent(authority);
        assertThat(folder().resolve("switch-0000000000000001-key.pem")).hasContent(first);
        PemKeyStore.certificates(folder().resolve("switch-0000000000000002-cert.pem"))
                .getFirst()
                .verify(CertificateAuthority.read(folder()).certificate().getPublicKey());
    }

    @Test
    void aFileWithoutItsPartnerIsNamed() throws Exception {
        init();
        Files.delete(folder().resolve("switch-cert.pem"));
        assertThat(init().err())
                .contains("%s exists, but %s does not; move the former away"
                        .formatted(folder().resolve("switch-key.pem"), folder().resolve("switch-cert.pem")));
    }

    @Test
    void aCertificateWithoutTheNewNameIsNotReplaced() {
        init();
        CommandResult refused = init("--host", "beacon.example");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err())
                .contains("%s exists, and does not have the name beacon.example; to issue it again, move it and %s away"
                        .formatted(folder().resolve("controller-cert.pem"), folder().resolve("controller-key.pem")));
    }

    @Test
    void aCertificateOfAnotherAuthorityIsNotUsed() throws Exception {
        Path elsewhere = temporary.resolve("elsewhere");
        CertificateAuthority.create("other")
                .issue(CertificateRequest.forSwitches())
                .write(elsewhere, "switch");
        init("--switch", "1");
        Files.move(elsewhere.resolve("switch-cert.pem"), folder().resolve("switch-cert.pem"));
        Files.move(elsewhere.resolve("switch-key.pem"), folder().resolve("switch-key.pem"));
        assertThat(init().err()).contains("switch-cert.pem exists, and is not issued by ");
    }

    @Test
    void aCertificateThatIsOnlyForClientsIsNotUsedForASwitchThatListens() {
        init();
        assertThat(init("--listening").err()).contains("switch-cert.pem exists, and is not for a switch that listens");
    }

    @Test
    void wrongOptionsAreRefused() {
        init("--switch", "1,xyz")
                .assertRefused("--switch 1,xyz: needs a datapath id, 1 to 16 hexadecimal digits", "beacon tls init");
        init("--host", "a b").assertRefused("--host a b: needs a host name or an address", "beacon tls init");
        init("--days", "0").assertRefused("--days 0: needs 1 to 3650", "beacon tls init");
        assertThat(folder()).doesNotExist();
    }
}
