package net.beaconcontroller.emulator.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.emulator.host.StreamOutcome;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.network.StreamReport;
import net.beaconcontroller.emulator.spec.NetworkException;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandInterpreterTest {
    private final Network network = Network.start(
            NetworkSpec.of("linear,3"),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), // nothing listens there
            NetworkOptions.DEFAULT);
    private final CommandInterpreter console = new CommandInterpreter(network);

    CommandInterpreterTest() throws IOException {}

    @AfterEach
    void close() {
        network.close();
    }

    @Test
    void aLinkIsCutAndTheStatusTells() throws Exception {
        assertThat(console.answer("link s1 s2 down").ok()).isTrue();
        assertThat(console.answer("switch s3 down  # and its links").ok()).isTrue();
        assertThat(console.answer("status").text())
                .startsWith(
                        "switches: 3, of which 2 run and 0 are connected\nhosts: 3; links: 5, of which 3 are down\n")
                .contains("down: s2:2-s1:2 h3:0-s3:1 s3:2-s2:3\n");
    }

    @Test
    void theStatusIsThereForProgramsToo() throws Exception {
        console.answer("port s1 2 down");
        assertThat(console.answer("status").values())
                .containsEntry("switches", 3)
                .containsEntry("connected", 0)
                .containsEntry("down", List.of("s2:2-s1:2"));
    }

    @Test
    void aHostMoves() throws Exception {
        CommandInterpreter.Answer answer = console.answer("move h1 s3");
        assertThat(answer.text()).isEqualTo("h1 is at s3:3");
        assertThat(answer.values()).containsEntry("port", 3);
    }

    @Test
    void aSwitchWithoutFlowsSaysSo() throws Exception {
        assertThat(console.answer("flows s1").text()).isEqualTo("no flows");
    }

    @Test
    void anEmptyLineAndACommentDoNothing() throws Exception {
        assertThat(console.answer(" ")).isEqualTo(console.answer("# nothing"));
        assertThat(console.answer("").ok()).isTrue();
    }

    @Test
    void switchesThatDoNotConnectInTimeAreAFailure() throws Exception {
        CommandInterpreter.Answer answer = console.answer("connected 10ms");
        assertThat(answer.ok()).isFalse();
        assertThat(answer.text()).isEqualTo("connected: 0 of 3");
    }

    @Test
    void pingsWithoutAnAnswerAreAFailure() throws Exception {
        CommandInterpreter.Answer answer = console.answer("pingall 1");
        assertThat(answer.ok()).isFalse();
        assertThat(answer.text()).startsWith("0 of 1 pings answered\nno answer: h");
        assertThat(answer.values()).containsEntry("reached", 0L).containsEntry("total", 1L);
    }

    @Test
    void datagramsThatDoNotArriveAreAFailure() throws Exception {
        CommandInterpreter.Answer answer = console.answer("send h1 h2 2");
        assertThat(answer.ok()).isFalse();
        assertThat(answer.text()).isEqualTo("0 of 2 datagrams came to h2");
        assertThat(answer.values()).containsEntry("arrived", 0L).containsEntry("sent", 2);
    }

    @Test
    void trafficGoesOnBesideTheNextCommands() throws Exception {
        assertThat(console.answer("send h1 h2 1 &  # in vain")).isEqualTo(console.answer("# nothing"));
        assertThat(console.answer("ping h1 h2 &").ok()).isTrue();
        assertThat(console.hasBackground()).isTrue();
        assertThat(console.answer("move h1 s3").ok()).isTrue();
        CommandInterpreter.Answer answer = console.answer("wait");
        assertThat(answer.ok()).isFalse();
        assertThat(answer.text().lines())
                .containsExactly(
                        "send h1 h2 1: 0 of 1 datagrams came to h2",
                        "ping h1 h2: h1 had no answer from 10.0.0.2 in 2000 ms");
        assertThat(console.hasBackground()).isFalse();
    }

    @Test
    void itIsToldHowFarAStreamIs() throws Exception {
        var told = new ArrayList<String>();
        var telling = new CommandInterpreter(network, text -> {
            told.add(text);
            network.close();
        });
        assertThatThrownBy(() -> telling.answer("stream h1 h2 5kB")).isInstanceOf(IllegalStateException.class);
        assertThat(told).containsExactly("0 of 5,000 bytes acknowledged");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            value = {
                "COMPLETE, 7200, 0 => true => 7,200 of 7,200 bytes came to h2 in 0.012 s, segments sent again: 1",
                "COMPLETE, 7200, 3 => false => 7,200 of 7,200 bytes came to h2 in 0.012 s, segments sent again: 1, 3 came twice",
                "REFUSED, 0, 0 => false => 0 of 7,200 bytes came to h2 in 0.012 s, segments sent again: 1; it refused the rest",
                "TIMED_OUT, 9, 0 => false => 9 of 7,200 bytes came to h2 in 0.012 s, segments sent again: 1; "
                        + "it acknowledged nothing for 10 s"
            })
    void whatCameOfAStreamIsToldInALine(String report, boolean ok, String text) {
        String[] parts = report.split(", ", -1);
        var outcome = StreamOutcome.valueOf(parts[0]);
        long acknowledged = Long.parseLong(parts[1]);
        long duplicates = Long.parseLong(parts[2]);
        CommandInterpreter.Answer answer = CommandInterpreter.answer(
                "h2", new StreamReport(outcome, 7200, acknowledged, Duration.ofMillis(12), 1, duplicates));
        assertThat(answer.text()).isEqualTo(text);
        assertThat(answer.ok()).isEqualTo(ok);
    }

    @Test
    void waitingForNothingIsNoFailure() throws Exception {
        assertThat(console.answer("wait").ok()).isTrue();
    }

    @Test
    void helpNamesEachCommand() throws Exception {
        assertThat(console.answer("help").text().lines())
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
                        "help",
                        "quit",
                        "With");
    }

    @Test
    void quitEndsIt() throws Exception {
        assertThat(console.hasEnded()).isFalse();
        console.answer("quit");
        assertThat(console.hasEnded()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            quoteCharacter = '"',
            value = {
                "fly => there is no command 'fly'; there are pingall, ping, send, stream, link, port, switch, move, flows, "
                        + "status, connected, sleep, wait, help, quit",
                "ping h1 => 'ping h1': needs ping h1 h2",
                "ping h1 h9 => there is no host h9; there are h1 to h3",
                "send h1 => 'send h1': needs send h1 h2 [COUNT]",
                "send h1 h2 0 => '0' is no number here; needs 1 to 9999999",
                "stream h1 => 'stream h1': needs stream h1 h2 [SIZE]",
                "stream h1 h9 => there is no host h9; there are h1 to h3",
                "stream h1 h2 5mb => '5mb' is no size; needs 1 to 9999 with B, kB, MB or GB, such as 5MB",
                "stream h1 h2 0B => '0B' is no size; needs 1 to 9999 with B, kB, MB or GB, such as 5MB",
                "link s1 s2 down & => 'link s1 s2 down &': only pingall, ping, send and stream can go on beside others",
                "link s1 s2 => 'link s1 s2': needs link s1 s2 down|up",
                "link s1 s2 off => 'off' is neither down nor up",
                "link s1 s3 down => there is no link between s1 and s3; those of s1 go to h1, s2",
                "port s1 x up => 'x' is no number here; needs 1 to 9999999",
                "port s1 7 up => switch s1 has no port 7; it has 1 to 2",
                "switch s7 up => there is no switch s7; there are s1 to s3",
                "move s1 s2 => there is no host s1; there are h1 to h3",
                "sleep 2 => '2' is no duration; needs a number with us, ms, s or m, such as 2ms, and at most an hour",
                "status now => 'status now': needs status, and nothing behind it"
            })
    void aWrongLineIsAnsweredWithWhatIsRight(String line, String answer) throws Exception {
        assertThat(console.answer(line)).isEqualTo(CommandInterpreter.Answer.refused(answer));
    }

    @Test
    void aScriptIsCheckedBeforeItRuns() {
        assertThatThrownBy(() -> CommandInterpreter.check(List.of("pingall", "", "sleep")))
                .isInstanceOf(NetworkException.class)
                .hasMessage("line 3: 'sleep': needs sleep 2s");
        CommandInterpreter.check(List.of("ping h9 h10 # names are looked up when it runs"));
    }
}
