package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Access rules in real switches, while hosts communicate. */
@NeedsOpenVSwitch
@Order(3)
class AccessRulesTest {
    /** {@link TcpStream} has port 5001. */
    private static final int DENIED_PORT = 5002;

    private static final Pattern ACL_COOKIE =
            Pattern.compile("cookie=0x%x".formatted(CookieRange.of("acl").first() >>> 32));
    /** Less than the time between comparisons, and enough for a busy machine. */
    private static final Duration AT_ONCE = Duration.ofSeconds(5);

    @TempDir
    private Path folder;

    private void acl(OvsLab lab, BeaconProcess beacon, String arguments) {
        var command = new ArrayList<>(List.of("acl"));
        command.addAll(List.of(arguments.split(" ", -1)));
        command.addAll(List.of(
                "--url", beacon.url(), "--token-file", folder.resolve("token").toString()));
        BeaconProcess.CommandResult result = BeaconProcess.commandIn(lab, command);
        assertThat(result.exitCode()).as("%s%n%s", result.output(), beacon).isZero();
    }

    /** Returns how many connections to the port the second host has refused, which shows that their packets arrive. */
    private static long refusals(OvsLab lab) {
        return lab.counter(2, "Tcp", "OutRsts");
    }

    /** Returns the command that tries to connect to the denied port of the second host, so many times. */
    private String connect(OvsLab lab, int times) throws IOException {
        String attempt = "timeout 0.3 bash -c '</dev/tcp/%s/%d'".formatted(lab.address(2), DENIED_PORT);
        Path script = folder.resolve("connect-%d.sh".formatted(times));
        Files.writeString(script, "for i in $(seq %d); do %s; done".formatted(times, attempt));
        return "bash " + script;
    }

    @ParameterizedTest
    @ValueSource(strings = {"OpenFlow10", "OpenFlow13"})
    void aChangeOfRulesLosesNothingThatIsAllowedAndPassesNothingThatIsDenied(String protocol) throws Exception {
        try (var lab = OvsLab.build("linear,2", protocol);
                var beacon = BeaconProcess.startIn(lab, "topology,devices,routing,acl", folder.toString())) {
            beacon.control(lab);
            await().until(() -> lab.pingAll().failed().isEmpty());
            long before = refusals(lab);
            lab.attemptInHost(1, connect(lab, 1));
            assertThat(refusals(lab)).as("without rules").isEqualTo(before + 1);

            acl(lab, beacon, "add allow tcp to 10.0.0.2 port 5001");
            acl(lab, beacon, "add allow tcp from 10.0.0.2 port 5001");
            acl(lab, beacon, "add deny tcp from 0.0.0.0/0");
            assertThat(lab.ping(1, 2)).as("the hosts have flows: %s", beacon).isTrue();
            lab.attemptInHost(1, connect(lab, 1));
            assertThat(refusals(lab))
                    .as("port %d: %s", DENIED_PORT, lab.tables().flows(1))
                    .isEqualTo(before + 1);

            try (TcpStream stream = TcpStream.start(lab, 1, 2);
                    PingCommand pings = PingCommand.start(lab, 1, 2)) {
                Process denied = lab.startInHost(1, connect(lab, 1_000));
                acl(lab, beacon, "add --at 1 --name telnet deny tcp port 23");
                acl(lab, beacon, "move telnet 3");
                acl(lab, beacon, "delete telnet");
                pings.assertNothingIsLost();
                stream.assertNothingIsLost();
                denied.destroy();
            }
            assertThat(refusals(lab)).as("denied during the changes").isEqualTo(before + 1);
        }
    }

    /** Returns the numbers of the flows of access rules and of table-miss flows in each switch. */
    private static List<Long> controllersFlows(OvsLab lab) {
        return lab.switches()
                .map(lab.tables()::flows)
                .map(flows -> flows.stream()
                        .filter(flow -> flow.contains("priority=0 ")
                                || ACL_COOKIE.matcher(flow).find())
                        .count())
                .toList();
    }

    @Test
    void flowsThatOthersDeleteAreBackAtOnce() throws Exception {
        try (var lab = OvsLab.build("linear,2", "OpenFlow10 OpenFlow13");
                var beacon = BeaconProcess.startIn(lab, "topology,devices,routing,acl", folder.toString())) {
            beacon.control(lab);
            acl(lab, beacon, "add allow tcp port 22");
            acl(lab, beacon, "add deny tcp");
            await().until(() -> lab.pingAll().failed().isEmpty());
            List<Long> installed = controllersFlows(lab);
            assertThat(installed).as("%s", lab.tables().flows(1)).allMatch(count -> count >= 4);
            long before = refusals(lab);

            try (PingCommand pings = PingCommand.start(lab, 1, 2)) {
                Instant deletion = Instant.now();
                lab.switches().forEach(lab.tables()::deleteAllFlows);
                await().atMost(AT_ONCE)
                        .untilAsserted(() -> assertThat(controllersFlows(lab)).isEqualTo(installed));
                assertThat(pings.longestGap(deletion)).as(pings::toString).isLessThan(AT_ONCE);
            }
            lab.attemptInHost(1, connect(lab, 5));
            assertThat(refusals(lab)).as("denied").isEqualTo(before);
        }
    }
}
