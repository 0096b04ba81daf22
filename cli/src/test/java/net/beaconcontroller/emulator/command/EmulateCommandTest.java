package net.beaconcontroller.emulator.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.cli.CommandResult;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.emulator.network.NetworkOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code beacon emulate} with a controller that has no applications, so that switches connect and drop all frames. */
// The tests mostly wait.
@Execution(ExecutionMode.CONCURRENT)
class EmulateCommandTest {
    private OpenFlowController controller;
    private InetSocketAddress address;

    @TempDir
    private Path folder;

    @BeforeEach
    void startController() throws IOException {
        controller = new OpenFlowController(ControllerOptions.onFreePort());
        controller.start();
        address = controller.address();
    }

    @AfterEach
    void stopController() {
        controller.close();
    }

    @Test
    void connectsAndRunsTheScript() throws IOException {
        CommandResult outcome = emulate("linear,3", "--script", script("status", "move h1 s3", "quit", "help"));
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out().lines())
                .containsSubsequence(
                        "Emulates linear,3: 3 switches, 2 links, 3 hosts",
                        "> status",
                        "switches: 3, running: 3, connected: 3",
                        "links: 2, down: 0",
                        "> move h1 s3",
                        "h1 is at s3:3",
                        "> quit")
                .doesNotContain("> help")
                .filteredOn(line -> line.startsWith("Connected: "))
                .singleElement()
                .asString()
                .matches("Connected: 3 of 3 switches in [0-9.]+ s");
    }

    /** Runs a script that fails, and requires these lines of output in this order. */
    private void assertFails(String script, String... lines) throws IOException {
        CommandResult outcome = emulate("single,2", "--script", script(script.split("; ", -1)));
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).containsSubsequence(lines);
    }

    @Test
    void exitsWithOneIfACommandFails() throws IOException {
        assertFails(
                "ping h1 h2; status",
                "> ping h1 h2",
                "h1 received no reply from 10.0.0.2 within 2000 ms",
                "> status",
                "switches: 1");
    }

    @Test
    void exitsWithZeroIfACommandFailsThatMustFail() throws IOException {
        CommandResult outcome = emulate("single,2", "--script", script("! ping h1 h2"));
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).contains("> ! ping h1 h2", "h1 received no reply from 10.0.0.2 within 2000 ms");
    }

    @Test
    void exitsWithTwoIfACommandNamesAnUnknownNode() throws IOException {
        CommandResult outcome = emulate("single,2", "--script", script("ping h1 h9", "ping h1 h2", "status"));
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.out()).contains("unknown host h9", "> status");
    }

    @Test
    void waitsForBackgroundTrafficAtTheEndOfAScript() throws IOException {
        assertFails(
                "ping h1 h2 &; move h2 s1",
                "> ping h1 h2 &",
                "> move h2 s1",
                "> wait",
                "ping h1 h2: h1 received no reply from 10.0.0.2");
    }

    @Test
    void printsOneJsonObjectPerLine() throws IOException {
        CommandResult outcome =
                emulate("linear,2", "--json", "--script", script("link s1 s2 down", "move h1 s9", "status"));
        assertThat(outcome.out().lines())
                .allMatch(line -> line.startsWith("{\"") && line.endsWith("}"))
                .contains(
                        "{\"command\":\"link s1 s2 down\",\"ok\":true,\"text\":\"\"}",
                        "{\"command\":\"move h1 s9\",\"ok\":false,\"text\":\"unknown switch s9; switches: s1 to s2\"}")
                .anyMatch(line -> line.matches(
                        "\\{\"event\":\"connected\",\"connected\":2,\"milliseconds\":\\d+,\"switches\":2}"))
                .anyMatch(line -> line.startsWith("{\"command\":\"status\",\"ok\":true,")
                        && line.contains("\"links\":1,\"linksDown\":[\"s2:2-s1:2\"]"));
    }

    @Test
    void namesTheMissingFileOfTheCertificates() throws IOException {
        CommandResult outcome = emulate("linear,2", "--tls", folder.toString(), "--script", script("quit"));
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err())
                .startsWith("beacon: %s: the file does not exist".formatted(folder.resolve("switch-cert.pem")));
    }

    @Test
    void readsTheNetworkFromAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("two.net"), "host h1 s1\nhost h2 s1\nlink s1 s2\n");
        CommandResult outcome = emulate(file.toString(), "--script", script("quit"));
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains(": 2 switches, 1 link, 2 hosts");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            value = {
                "move h1 s2 => QUIT => 0",
                "! ping h1 h2 => QUIT => 0",
                "ping h1 h2 => QUIT => 1",
                "png h1 h2 => QUIT => 2",
                "quit => QUIT => 0"
            })
    void runsPipedStandardInputAsAScriptToItsEnd(String line, Emulation.End end, int exitCode) throws Exception {
        String out = run(null, line + "\n", Duration.ofSeconds(10), end, exitCode);
        assertThat(out).contains("> " + line);
    }

    @Test
    void runsUntilItIsStoppedIfStandardInputIsEmpty() throws Exception {
        run(null, "", Duration.ofSeconds(10), Emulation.End.NO_COMMANDS, 0);
    }

    @Test
    void readsAScriptFromStandardInputIfTheScriptOptionIsADash() throws Exception {
        String out = run("-", "# two lines\nmove h1 s2\n", Duration.ofSeconds(10), Emulation.End.QUIT, 0);
        assertThat(out).contains("> move h1 s2", "h1 is at s2:3");
    }

    @Test
    void doesNotRunTheScriptIfASwitchDoesNotConnect() throws Exception {
        controller.close();
        String out = run("-", "status", Duration.ofMillis(50), Emulation.End.QUIT, 1);
        assertThat(out)
                .contains("Connected: 0 of 2 switches", "Script not run: ")
                .doesNotContain("> status");
    }

    /** Emulates two switches with this standard input. Requires the result, and returns the output. */
    private String run(@Nullable String script, String input, Duration timeout, Emulation.End end, int exitCode)
            throws Exception {
        var out = new StringWriter();
        try (var emulation = new Emulation(
                Emulation.Plan.of("linear,2", script, StandardInputKind.STREAM),
                address,
                _ -> true,
                NetworkOptions.DEFAULT,
                false,
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintWriter(out),
                _ -> {})) {
            assertThat(emulation.run(emulation.awaitConnected(timeout))).isEqualTo(end);
            assertThat(emulation.exitCode()).isEqualTo(exitCode);
        }
        return out.toString();
    }

    @Test
    void rejectsAnInvalidScriptBeforeItStartsTheNetwork() throws IOException {
        String script = script("status", "fly");
        emulate("linear,2", "--script", script).assertRefused("%s, line 2: unknown command 'fly'".formatted(script));
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            quoteCharacter = '"',
            value = {
                "star,4 => unknown topology 'star,4'; valid topologies: single,N ",
                "ring,2 => topology 'ring,2': needs ring,N with N at least 3",
                "linear,2 --controller nowhere => --controller nowhere: needs HOST:PORT",
                "linear,2 --openflow 1.1 => --openflow 1.1: needs any of 1.0, 1.2, 1.3, 1.4 and 1.5",
                "linear,2 --auxiliary 256 => --auxiliary 256: needs 0 to 255",
                "linear,2 --wait 0 => --wait 0: needs 1 to 3600"
            })
    void refusesInvalidOptionsAndNamesWhatIsValid(String line, String reason) {
        emulate(line.split(" ", -1)).assertRefused(reason);
    }

    @Test
    void reportsAMissingNetworkFile() {
        CommandResult outcome = emulate("no/such.net");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err())
                .startsWith("beacon: network file not found: no/such.net; named topologies: single,N ");
    }

    private String script(String... lines) throws IOException {
        return Files.write(folder.resolve("script"), List.of(lines)).toString();
    }

    /** Runs the command; without --controller it connects to the controller of this test. */
    private CommandResult emulate(String... arguments) {
        var all = new ArrayList<String>(List.of("emulate"));
        all.addAll(List.of(arguments));
        if (!all.contains("--controller")) {
            all.addAll(List.of("--controller", "127.0.0.1:" + address.getPort()));
        }
        return CommandResult.of(all.toArray(String[]::new));
    }
}
