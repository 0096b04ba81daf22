package net.beaconcontroller.emulator.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.emulator.console.CommandResult.Status;
import net.beaconcontroller.emulator.host.StreamOutcome;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.network.StreamReport;
import net.beaconcontroller.emulator.spec.NetworkException;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// The tests mostly wait.
@Execution(ExecutionMode.CONCURRENT)
class CommandInterpreterTest {
    /** The network has no controller: nothing listens on port 1. */
    private final Network network = Network.start(
            NetworkSpec.of("linear,3"),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
            NetworkOptions.DEFAULT);

    /** The lines of sourced files with their status, and the progress of commands. */
    private final List<String> output = new ArrayList<>();

    private final CommandInterpreter interpreter = new CommandInterpreter(network, new CommandOutput() {
        @Override
        public void progress(String text) {
            output.add(text);
        }

        @Override
        public void sourced(String line, CommandResult result) {
            output.add(line + " => " + result.status());
        }
    });

    @TempDir
    private Path folder;

    CommandInterpreterTest() throws IOException {}

    @AfterEach
    void close() {
        network.close();
    }

    @Test
    void statusCountsLinksBetweenSwitchesAndDetachedHostsSeparately() throws Exception {
        assertThat(interpreter.execute("link s1 s2 down").isOk()).isTrue();
        assertThat(interpreter.execute("switch s3 down  # and its links").isOk())
                .isTrue();
        assertThat(interpreter.execute("status").text()).startsWith("""
                        switches: 3, running: 2, connected: 0
                        links: 2, down: 2
                        links down: s2:2-s1:2 s3:2-s2:3
                        hosts: 3, detached: 1
                        hosts detached: h3:0-s3:1
                        """);
    }

    @Test
    void statusHasValuesForPrograms() throws Exception {
        interpreter.execute("port s1 2 down");
        assertThat(interpreter.execute("status").values())
                .containsEntry("switches", 3)
                .containsEntry("connected", 0)
                .containsEntry("links", 2)
                .containsEntry("linksDown", List.of("s2:2-s1:2"))
                .containsEntry("hostsDetached", List.of());
    }

    @Test
    void movesAHost() throws Exception {
        CommandResult result = interpreter.execute("move h1 s3");
        assertThat(result.text()).isEqualTo("h1 is at s3:3");
        assertThat(result.values()).containsEntry("port", 3L);
    }

    @Test
    void printsNoFlowsForAnEmptyTable() throws Exception {
        assertThat(interpreter.execute("flows s1").text()).isEqualTo("no flows");
    }

    @Test
    void ignoresEmptyLinesAndComments() throws Exception {
        assertThat(interpreter.execute(" ")).isEqualTo(interpreter.execute("# nothing"));
        assertThat(interpreter.execute("").isOk()).isTrue();
    }

    @Test
    void connectedFailsIfSwitchesDoNotConnectInTime() throws Exception {
        CommandResult result = interpreter.execute("connected 10ms");
        assertThat(result.status()).isEqualTo(Status.FAILED);
        assertThat(result.text()).isEqualTo("connected: 0 of 3");
    }

    @Test
    void pingallFailsWithoutReplies() throws Exception {
        CommandResult result = interpreter.execute("pingall 1");
        assertThat(result.status()).isEqualTo(Status.FAILED);
        assertThat(result.text()).startsWith("0 of 1 pings answered\nno answer: h");
        assertThat(result.values()).containsEntry("reached", 0L).containsEntry("total", 1L);
    }

    @Test
    void sendFailsIfDatagramsAreLost() throws Exception {
        CommandResult result = interpreter.execute("send h1 h2 2");
        assertThat(result.status()).isEqualTo(Status.FAILED);
        assertThat(result.text()).isEqualTo("h2 received 0 of 2 datagrams");
        assertThat(result.values()).containsEntry("arrived", 0L).containsEntry("sent", 2);
    }

    @Test
    void backgroundTrafficRunsDuringTheNextCommands() throws Exception {
        assertThat(interpreter.execute("send h1 h2 1 &  # lost")).isEqualTo(interpreter.execute("# nothing"));
        assertThat(interpreter.execute("ping h1 h2 &").isOk()).isTrue();
        assertThat(interpreter.hasBackground()).isTrue();
        assertThat(interpreter.execute("move h1 s3").isOk()).isTrue();
        CommandResult result = interpreter.execute("wait");
        assertThat(result.status()).isEqualTo(Status.FAILED);
        assertThat(result.text().lines())
                .containsExactly(
                        "send h1 h2 1: h2 received 0 of 1 datagrams",
                        "ping h1 h2: h1 received no reply from 10.0.0.2 within 2000 ms");
        assertThat(interpreter.hasBackground()).isFalse();
    }

    @Test
    void anExclamationMarkRequiresThatTheCommandFails() throws Exception {
        CommandResult failure = interpreter.execute("! ping h1 h2");
        assertThat(failure.status()).isEqualTo(Status.OK);
        assertThat(failure.text()).isEqualTo("h1 received no reply from 10.0.0.2 within 2000 ms");

        interpreter.execute("switch s1 down");
        interpreter.execute("switch s2 down");
        interpreter.execute("switch s3 down");
        CommandResult success = interpreter.execute("!connected 1s");
        assertThat(success.status()).isEqualTo(Status.FAILED);
        assertThat(success.text()).isEqualTo("connected: 0 of 3\nThe command succeeded, but must fail.");
    }

    @Test
    void anExclamationMarkDoesNotExcuseAnInvalidCommand() throws Exception {
        assertThat(interpreter.execute("! ping h1 h9").status()).isEqualTo(Status.INVALID);
        assertThat(interpreter.execute("! png h1 h2").status()).isEqualTo(Status.INVALID);
    }

    @Test
    void backgroundTrafficCanBeRequiredToFail() throws Exception {
        interpreter.execute("! ping h1 h2 &");
        CommandResult result = interpreter.execute("wait");
        assertThat(result.status()).isEqualTo(Status.OK);
        assertThat(result.text()).isEqualTo("! ping h1 h2: h1 received no reply from 10.0.0.2 within 2000 ms");
    }

    @Test
    void reportsTheProgressOfAStream() {
        var reporting = new CommandInterpreter(network, new CommandOutput() {
            @Override
            public void progress(String text) {
                output.add(text);
                network.close();
            }

            @Override
            public void sourced(String line, CommandResult result) {}
        });
        assertThatThrownBy(() -> reporting.execute("stream h1 h2 5kB")).isInstanceOf(IllegalStateException.class);
        assertThat(output).containsExactly("0 of 5,000 bytes acknowledged");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            value = {
                "COMPLETE, 7200, 0 => true => h2 received 7,200 of 7,200 bytes in 0.012 s, retransmitted segments: 1",
                "COMPLETE, 7200, 3 => false => h2 received 7,200 of 7,200 bytes in 0.012 s, retransmitted segments: 1, "
                        + "duplicates: 3",
                "REFUSED, 0, 0 => false => h2 received 0 of 7,200 bytes in 0.012 s, retransmitted segments: 1; "
                        + "connection reset",
                "TIMED_OUT, 9, 0 => false => h2 received 9 of 7,200 bytes in 0.012 s, retransmitted segments: 1; "
                        + "no acknowledgment for 10 s"
            })
    void printsTheResultOfAStreamOnOneLine(String report, boolean ok, String text) {
        String[] parts = report.split(", ", -1);
        var outcome = StreamOutcome.valueOf(parts[0]);
        long acknowledged = Long.parseLong(parts[1]);
        long duplicates = Long.parseLong(parts[2]);
        CommandResult result = CommandInterpreter.result(
                "h2", new StreamReport(outcome, 7200, acknowledged, Duration.ofMillis(12), 1, duplicates));
        assertThat(result.text()).isEqualTo(text);
        assertThat(result.isOk()).isEqualTo(ok);
    }

    @Test
    void waitSucceedsWithoutBackgroundTraffic() throws Exception {
        assertThat(interpreter.execute("wait").isOk()).isTrue();
    }

    @Test
    void helpListsEachCommand() throws Exception {
        assertThat(interpreter.execute("help").text().lines())
                .extracting(line -> line.split(" ", 2)[0])
                .containsExactly(
                        "pingall",
                        "ping",
                        "send",
                        "stream",
                        "link",
                        "port",
                        "switch",
                        "move",
                        "flows",
                        "status",
                        "connected",
                        "sleep",
                        "wait",
                        "source",
                        "help",
                        "quit",
                        "COMMAND",
                        "!",
                        "#");
    }

    @Test
    void quitEndsTheInterpreter() throws Exception {
        assertThat(interpreter.hasQuit()).isFalse();
        interpreter.execute("quit");
        assertThat(interpreter.hasQuit()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            quoteCharacter = '"',
            value = {
                "fly => unknown command 'fly'; valid commands: pingall, ping, send, stream, link, port, switch, move, "
                        + "flows, status, connected, sleep, wait, source, help, quit",
                "! => unknown command ''; valid commands: pingall, ping, send, stream, link, port, switch, move, "
                        + "flows, status, connected, sleep, wait, source, help, quit",
                "ping h1 => 'ping h1': needs 'ping HOST HOST'",
                "ping h1 h9 => unknown host h9; hosts: h1 to h3",
                "send h1 => 'send h1': needs 'send HOST HOST [COUNT]'",
                "send h1 h2 0 => '0' is not a valid number; needs 1 to 9999999",
                "stream h1 => 'stream h1': needs 'stream HOST HOST [SIZE]'",
                "stream h1 h9 => unknown host h9; hosts: h1 to h3",
                "stream h1 h2 5mb => '5mb' is not a valid size; needs 1 to 9999 with B, kB, MB or GB, such as 5MB",
                "stream h1 h2 0B => '0B' is not a valid size; needs 1 to 9999 with B, kB, MB or GB, such as 5MB",
                "link s1 s2 down & => 'link s1 s2 down &': only pingall, ping, send and stream can "
                        + "run in the background",
                "! link s1 s2 down => '! link s1 s2 down': only pingall, ping, send, stream and "
                        + "connected can follow '!'",
                "link s1 s2 => 'link s1 s2': needs 'link NODE NODE down|up'",
                "link s1 s2 off => 'off' is not a valid state; needs down or up",
                "link s1 s3 down => no link between s1 and s3; s1 has links to h1, s2",
                "port s1 x up => 'x' is not a valid number; needs 1 to 9999999",
                "port s1 7 up => switch s1 has no port 7; it has 1 to 2",
                "switch s7 up => unknown switch s7; switches: s1 to s3",
                "move s1 s2 => unknown host s1; hosts: h1 to h3",
                "sleep 2 => '2' is not a valid duration; needs a number with us, ms, s or m, such as "
                        + "2ms, and at most one hour",
                "status now => 'status now': needs 'status'",
                "source no/such.file => source no/such.file: script not found: no/such.file"
            })
    void refusesAnInvalidCommandAndNamesWhatIsValid(String line, String reason) throws Exception {
        assertThat(interpreter.execute(line)).isEqualTo(CommandResult.invalid(reason));
    }

    @Test
    void sourceRunsTheCommandsOfAFile() throws Exception {
        Path file = script("move h1 s2", "connected 1ms", "quit", "status");
        assertThat(interpreter.execute("source " + file).status()).isEqualTo(Status.FAILED);
        assertThat(output).containsExactly("move h1 s2 => OK", "connected 1ms => FAILED", "quit => OK");
        assertThat(interpreter.hasQuit()).isTrue();
    }

    @Test
    void sourceRefusesFilesThatSourceThemselves() throws Exception {
        Path file = folder.resolve("loop");
        Files.writeString(file, "source " + file);
        assertThat(interpreter.execute("source " + file).status()).isEqualTo(Status.INVALID);
        assertThat(output).hasSize(10).allMatch(line -> line.endsWith(" => INVALID"));
    }

    @Test
    void checksAScriptBeforeItRuns() throws Exception {
        Path wrong = script("pingall", "", "sleep");
        assertThatThrownBy(() -> CommandInterpreter.readScript(wrong))
                .isInstanceOf(NetworkException.class)
                .hasMessage(wrong + ", line 3: 'sleep': needs 'sleep TIME'");
        Path unknownNode = script("ping h9 h10 # names are resolved at execution");
        assertThat(CommandInterpreter.readScript(unknownNode)).hasSize(1);
    }

    private Path script(String... lines) throws IOException {
        return Files.write(folder.resolve("script"), List.of(lines));
    }
}
