package net.beaconcontroller.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import net.beaconcontroller.io.tls.TlsFiles;
import net.beaconcontroller.pki.CertificateAuthority;
import net.beaconcontroller.pki.CertificateRequest;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failures of {@code run}, and {@code run --emulate}. Module lab tests {@code run} with real switches. */
class RunCommandTest {
    @TempDir
    private Path folder;

    @Test
    void reportsTheAddressInUseWithARemedy() throws IOException {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + other.getLocalPort();
            CommandResult outcome = runWith("-D", "controller.listen=" + address, "--apps", "");
            assertFailed(outcome)
                    .startsWith("beacon: cannot listen on %s: ".formatted(address))
                    .contains("end what listens there", "-D controller.listen=HOST:PORT");
        }
    }

    @Test
    void reportsTheHttpAddressInUseWithARemedy() throws IOException {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + other.getLocalPort();
            CommandResult outcome =
                    runWith("-D", "controller.listen=127.0.0.1:0", "-D", "http.listen=" + address, "--apps", "");
            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.err())
                    .startsWith("beacon: cannot listen on %s for HTTP: ".formatted(address))
                    .contains("-D http.listen=HOST:PORT", "-D http.listen=off");
        }
    }

    @Test
    void showsTheLinkThatSignsInAtTheFirstStartOnly() throws IOException {
        assertThat(emulate("linear,2", List.of(), "quit").out()).contains("HTTP: open http://127.0.0.1:", "/?token=");
        assertThat(emulate("linear,2", List.of(), "quit").out())
                .contains("HTTP: http://127.0.0.1:")
                .doesNotContain("token");
        assertThat(emulate("linear,2", List.of("-D", "http.listen=off"), "quit").out())
                .doesNotContain("HTTP");
    }

    @Test
    void rejectsAWrongPortForADebugger() {
        for (String port : List.of("0", "65536")) {
            CommandResult outcome = runWith("--debug=" + port);
            assertThat(outcome.exitCode()).isEqualTo(2);
            assertThat(outcome.err()).startsWith("beacon: --debug %s: needs 1 to 65535".formatted(port));
        }
    }

    @Test
    void rejectsAMissingFile() {
        Path missing = folder.resolve("missing.jar");
        assertFailed(run(missing.toString())).contains(missing.toString());
    }

    @Test
    void rejectsAFileThatIsNotAJar() throws IOException {
        Path text = Files.writeString(folder.resolve("not-a-bundle.jar"), "This is text.");
        assertFailed(run(text.toString())).contains(text.toString());
    }

    @Test
    void rejectsAJarWithoutAManifest() throws IOException {
        Path jar = folder.resolve("plain.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                var entries = new JarOutputStream(out)) {
            entries.putNextEntry(new JarEntry("readme.txt"));
        }
        assertFailed(run(jar.toString())).contains(jar.toString(), "Bundle-SymbolicName");
    }

    @Test
    void rejectsAFolder() {
        assertFailed(run(folder + "/")).contains(folder.toString(), "Bundle-SymbolicName");
    }

    @Test
    void runsWithAnEmulatedNetworkUntilItsScriptQuits() throws IOException {
        CommandResult outcome = emulate("linear,2", List.of(), "connected", "quit");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out())
                .containsSubsequence(
                        "Beacon ", " listens for switches on 127.0.0.1:", "Emulates linear,2: ", "connected: 2 of 2");
    }

    @Test
    void exitsWithTheResultOfTheScript() throws IOException {
        assertThat(emulate("linear,2", List.of(), "ping h1 h2", "quit").exitCode())
                .isEqualTo(1);
        assertThat(emulate("linear,2", List.of(), "ping h1 h9", "quit").exitCode())
                .isEqualTo(2);
    }

    @Test
    void emulatesSwitchesWithTheVersionsOfTheController() throws IOException {
        CommandResult outcome = emulate("linear,2", List.of("-D", "controller.versions=1.4"), "quit");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("Connected: 2 of 2 switches");
    }

    @Test
    void emulatesSwitchesWithTlsIfTheControllerListensForTlsOnly() throws IOException {
        TlsFiles files = CertificateAuthority.create("test")
                .issue(CertificateRequest.forController("localhost"))
                .write(folder, "controller");
        CommandResult outcome = runWith(
                "--apps=",
                "-Dcontroller.listen=off",
                "-Dcontroller.tls.listen=127.0.0.1:0",
                "-Dcontroller.tls.certificate=" + files.certificate(),
                "-Dcontroller.tls.key=" + files.key(),
                "-Dcontroller.tls.ca=" + files.authorities(),
                "--emulate=linear,2",
                "--emulate-script=" + Files.writeString(folder.resolve("script"), "quit"));
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("Connected: 2 of 2 switches");
    }

    @Test
    void rejectsAnInvalidTopologyBeforeTheControllerStarts() {
        CommandResult outcome = CommandResult.of("run", "--emulate", "fattree,3");
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .startsWith("beacon: topology 'fattree,3': needs fattree,K with K even and at least 2");
    }

    @Test
    void rejectsAScriptWithoutANetwork() {
        CommandResult outcome = CommandResult.of("run", "--emulate-script", "-");
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).startsWith("beacon: --emulate-script needs --emulate");
    }

    private CommandResult emulate(String topology, List<String> options, String... script) throws IOException {
        Path file = Files.write(folder.resolve("script"), List.of(script));
        var arguments = new ArrayList<String>(List.of("-D", "controller.listen=127.0.0.1:0", "--apps", ""));
        arguments.addAll(options);
        arguments.addAll(List.of("--emulate", topology, "--emulate-script", file.toString()));
        return runWith(arguments.toArray(String[]::new));
    }

    private CommandResult run(String app) {
        return runWith("-D", "controller.listen=127.0.0.1:0", "--apps", app);
    }

    /** Runs a controller with a data folder of its own, and with an HTTP server on any free port. */
    private CommandResult runWith(String... options) {
        var arguments = new ArrayList<String>(
                List.of("run", "--data", folder.resolve("data").toString(), "-D", "http.listen=127.0.0.1:0"));
        arguments.addAll(List.of(options));
        return CommandResult.of(arguments.toArray(String[]::new));
    }

    private static AbstractStringAssert<?> assertFailed(CommandResult outcome) {
        assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        return assertThat(outcome.err().strip()).startsWith("beacon: ").hasLineCount(1);
    }
}
