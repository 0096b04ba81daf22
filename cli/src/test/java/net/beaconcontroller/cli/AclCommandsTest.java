package net.beaconcontroller.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import net.beaconcontroller.acl.RuleBook;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.routing.RoutingEngine;
import net.beaconcontroller.topology.Topology;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands {@code beacon acl}, with a controller and a network in this process. */
class AclCommandsTest {
    @TempDir
    private static Path folder;

    private static RunningNetwork running;

    @BeforeAll
    static void start() throws Exception {
        running = RunningNetwork.start(
                folder,
                NetworkSpec.of("single,3"),
                Map.of(),
                Topology.class,
                Devices.class,
                RoutingEngine.class,
                RuleBook.class);
        await().until(() ->
                running.network.pingAll(Duration.ofSeconds(5)).lost().isEmpty());
    }

    @AfterAll
    static void stop() {
        running.close();
    }

    private static String run(String... arguments) {
        return running.output(arguments);
    }

    @Test
    void rulesAreAddedMovedDisabledExplainedAndDeleted() {
        assertThat(run("acl", "add", "--name", "no-web", "deny", "tcp", "to", "10.0.0.2", "port", "80"))
                .isEqualToIgnoringNewLines("1 no-web: deny tcp to 10.0.0.2 port 80");
        assertThat(run("acl", "explain", "10.0.0.1", "10.0.0.2", "tcp/80"))
                .startsWith("deny: ")
                .contains("rule no-web is the first that matches", "0000000000000001");
        assertThat(run("acl", "explain", "10.0.0.1", "10.0.0.2", "tcp/443"))
                .startsWith("allow: ")
                .contains("no-web", "port");
        run("acl", "add", "--name", "admin", "--comment", "the office", "allow", "tcp", "from", "10.0.0.1");
        assertThat(run("acl", "move", "admin", "1")).startsWith("1 admin: ");
        assertThat(run("acl", "list"))
                .matches("(?s).*\\b1 +admin +allow tcp from 10.0.0.1 +active .* the office.*\\b2 +no-web .*");
        assertThat(run("acl", "disable", "admin")).startsWith("1 admin: ");
        assertThat(run("acl", "list")).containsPattern("admin .* disabled ");
        assertThat(run("acl", "enable", "admin")).startsWith("1 admin: ");
        await().untilAsserted(() -> assertThat(run("acl", "status"))
                .startsWith("2 rules, 2 of them active; default: allow")
                .containsPattern("0000000000000001 +1.3 +installed"));
        assertThat(run("acl", "delete", "admin")).isEqualToIgnoringNewLines("rule admin is deleted");
        assertThat(run("acl", "delete", "no-web")).isEqualToIgnoringNewLines("rule no-web is deleted");
        assertThat(run("acl", "list")).hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({
        "0000000000000001:3, 0000000000000001:3",
        "0000000000000001:LOCAL, 0000000000000001:LOCAL",
        "0000000000000001:4294967294, 0000000000000001:LOCAL"
    })
    void portsAreIsolatedAndReleased(String port, String name) {
        assertThat(run("acl", "isolate", port, "tenant-a"))
                .isEqualToIgnoringNewLines("port " + port + " is in group tenant-a");
        assertThat(run("acl", "isolation")).containsPattern(name + " +tenant-a");
        assertThat(run("acl", "release", port)).isEqualToIgnoringNewLines("port " + port + " is in no group");
        assertThat(run("acl", "isolation")).doesNotContain(name);
    }

    @Test
    void isolationOfAPortThatNoSwitchHasIsRefused() {
        CommandResult result = running.run("acl", "isolate", "0000000000000001:4294967293", "tenant-a");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).contains("port 4294967293: needs a number up to 4294967040, or LOCAL");
    }

    @Test
    void aWrongRuleIsRefusedWithTheWordThatIsWrong() {
        CommandResult result = running.run("acl", "add", "deny", "tcp", "fron", "10.0.0.1");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).contains("fron: needs from, to, port, vlan or on");
        assertThat(running.run("acl", "delete", "nosuch").err()).contains("no rule is named nosuch");
    }
}
