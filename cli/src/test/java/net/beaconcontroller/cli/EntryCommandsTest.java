package net.beaconcontroller.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.staticflows.StaticFlows;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands {@code beacon flows}, {@code groups} and {@code meters}, with a controller in this process. */
class EntryCommandsTest {
    @TempDir
    private static Path folder;

    private static RunningNetwork running;

    @BeforeAll
    static void start() throws Exception {
        running = RunningNetwork.start(folder.resolve("data"), NetworkSpec.of("single,2"), Map.of(), StaticFlows.class);
    }

    @AfterAll
    static void stop() {
        running.close();
    }

    private static String run(String... arguments) {
        return running.output(arguments);
    }

    @Test
    void entriesAreAddedListedShownAndDeleted() throws Exception {
        assertThat(run("groups", "add", "--name", "both", "group_id=7,type=all,bucket=output:1,bucket=output:2"))
                .containsPattern("put +both +all");
        // the emulated switch has no meters
        run("meters", "add", "--name", "slow", "--on", "2", "--of", "1.3", "meter=1,kbps,bands=type=drop,rate=1000");
        run("flows", "add", "--name", "web", "--on", "1", "priority=100,tcp,tp_dst=80,actions=group:7");
        assertThat(run("flows", "list")).containsPattern("web +1 +all .*tp_dst=80");
        assertThat(run("groups", "list")).contains("both").doesNotContain("web");
        assertThat(run("meters", "list")).containsPattern("slow +2 +1.3");
        assertThat(run("flows", "show", "web")).containsPattern("name +web").containsPattern("kind +flow");
        await().untilAsserted(
                        () -> assertThat(run("flows", "status")).containsPattern("0000000000000001 +in sync +2 "));
        assertThat(run("flows", "delete", "web", "both", "slow")).containsPattern("delete +web");
        assertThat(run("flows", "list")).hasLineCount(1);
    }

    @Test
    void aFileIsCheckedAndLoaded() throws Exception {
        Path file = folder.resolve("flows.conf");
        Files.writeString(file, "flow ssh: priority=5,tcp,tp_dst=22,actions=output:1\n");
        assertThat(run("flows", "check", file.toString()))
                .isEqualToIgnoringNewLines(file + ": 1 entries are correct, also for the connected switches");
        assertThat(run("flows", "load", "--dry-run", file.toString())).startsWith("WOULD");
        assertThat(run("flows", "load", file.toString())).startsWith("DONE").contains("ssh");
        run("flows", "delete", "ssh");
        Files.writeString(file, "flow bad: priority=5,tcp_dst=22,actions=output:1\n");
        CommandResult wrong = running.run("flows", "check", file.toString());
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.out()).contains("line 1", "bad", "tcp_dst");
    }

    @Test
    void aFileInJsonIsCheckedAndLoaded() throws Exception {
        Path file = Files.writeString(folder.resolve("flows.json"), """
                [
                  {"name": "dns", "switches": "1", "text": "priority=6,udp,tp_dst=53,actions=output:1"}
                ]
                """);
        assertThat(run("flows", "check", "--offline", file.toString()))
                .isEqualToIgnoringNewLines(file + ": 1 entries are correct; without a controller");
        assertThat(run("flows", "check", file.toString())).contains("also for the connected switches");
        assertThat(run("flows", "load", file.toString())).startsWith("DONE").contains("dns");
        run("flows", "delete", "dns");
        Files.writeString(file, "[\n{\"name\": \"a\", \"text\": \"priority=x,actions=drop\"},\n{\"kind\": \"flow\"}]");
        CommandResult wrong = running.run("flows", "check", file.toString());
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.out()).contains("line 2: a: priority: ", "line 3: entries[1]: text: is missing");
    }
}
