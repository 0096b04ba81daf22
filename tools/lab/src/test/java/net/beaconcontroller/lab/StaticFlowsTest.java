package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.BeaconProcess.CommandResult;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import net.beaconcontroller.labkit.RestClient;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Static flows, groups and meters in Open vSwitch, which survive what can happen to switches and to the controller.
 * Each switch speaks another version. With {@code -Dlab.switches=20 -Dlab.flows=500 -Dlab.protocols=OpenFlow13}, prints
 * how long the reconciliation of 10,000 flows takes when all switches speak this version.
 */
@NeedsOpenVSwitch
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
class StaticFlowsTest {
    private static final int SWITCHES = Integer.getInteger("lab.switches", 4);
    private static final int FLOWS = Integer.getInteger("lab.flows", 100);
    private static final String PROTOCOLS =
            System.getProperty("lab.protocols", "OpenFlow10 OpenFlow13 OpenFlow14 OpenFlow15");

    private static final CookieRange COOKIES = CookieRange.of("staticflows");

    @TempDir
    private Path folder;

    /** Switches and a controller with the application, whose data are in a folder. */
    private final class StaticLab implements AutoCloseable {
        final OvsLab lab;
        final Path file = folder.resolve("flows.conf");
        BeaconProcess beacon;

        StaticLab(int switches, String protocols) {
            lab = OvsLab.build("linear," + switches, protocols);
            beacon = startController();
        }

        private BeaconProcess startController() {
            var started = BeaconProcess.startIn(
                    lab, "staticflows", folder.resolve("data").toString());
            started.control(lab);
            return started;
        }

        void restartController() {
            beacon = startController();
        }

        @Override
        public void close() {
            beacon.close();
            lab.close();
        }

        /** Runs a command in the lab, whose controller is reachable only there. */
        private CommandResult run(String... arguments) {
            var all = new ArrayList<>(List.of(arguments));
            all.addAll(List.of(
                    "--url",
                    beacon.url(),
                    "--token-file",
                    folder.resolve("data/token").toString()));
            return BeaconProcess.commandIn(lab, all);
        }

        private String succeed(String... arguments) {
            CommandResult result = run(arguments);
            assertThat(result.exitCode()).as(result.output()).isZero();
            return result.output();
        }

        private void load(List<String> lines) throws IOException {
            Files.write(file, lines);
            succeed("flows", "load", "--replace", file.toString());
        }

        private RestClient rest() {
            return beacon.rest(folder.resolve("data"));
        }

        /** Loads the lines by REST, on another thread. */
        private CompletableFuture<Void> startLoading(List<String> lines) {
            return CompletableFuture.runAsync(
                    () -> rest().post("staticflows/file?replace=true", String.join("\n", lines)),
                    Thread::startVirtualThread);
        }

        private String entries() {
            return rest().get("staticflows/entries");
        }

        private List<String> staticFlows(int sw) {
            return lab.tables().flows(sw).stream()
                    .filter(flow -> COOKIES.contains(
                            Long.parseUnsignedLong(flow.replaceAll("(?s).*cookie=0x(\\w+).*", "$1"), 16)))
                    .toList();
        }

        /** Waits until each switch has this number of static flows, all with a priority. Prints how long it took. */
        private void awaitFlows(String what, long sinceNanos, int count, int priority) {
            await().pollInterval(Duration.ofMillis(50))
                    .untilAsserted(() -> lab.switches().forEach(sw -> assertThat(staticFlows(sw))
                            .as("static flows of s%d; %s", sw, beacon)
                            .hasSize(count)
                            .allMatch(flow -> flow.contains("priority=" + priority + ","))));
            System.out.printf(
                    "static flows: %d switches, %d flows, %s: %s after %d ms%n",
                    SWITCHES, SWITCHES * FLOWS, lab.protocols(), what, (System.nanoTime() - sinceNanos) / 1_000_000);
        }

        private void awaitEntries(int flows, int groups, int meters) {
            // Each switch has a group of another owner.
            await().untilAsserted(() -> lab.switches().forEach(sw -> {
                assertThat(staticFlows(sw)).as(beacon::toString).hasSize(flows);
                assertThat(lab.tables().groups(sw)).as(beacon::toString).hasSize(groups + 1);
                assertThat(lab.tables().meters(sw)).as(beacon::toString).hasSize(meters);
            }));
            await().untilAsserted(() -> assertThat(rest().get("staticflows/switches"))
                    .doesNotContain("reconciling")
                    .doesNotContain("\"state\":\"refused\"")
                    .doesNotContainPattern("\"refused\":\\[[^]]"));
        }
    }

    /** Returns the lines of flows, distributed over the switches. */
    private static List<String> flows(int from, int to, int priority) {
        return IntStream.range(0, SWITCHES * FLOWS)
                .filter(i -> i / SWITCHES >= from && i / SWITCHES < to)
                .mapToObj(i -> "flow f%d on %x: priority=%d,ip,nw_dst=10.%d.%d.0/24,actions=output:1"
                        .formatted(i, 1 + i % SWITCHES, priority, i / 256, i % 256))
                .toList();
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void switchesHaveWhatTheStoreHasWhateverHappens() throws Exception {
        try (var net = new StaticLab(SWITCHES, PROTOCOLS)) {
            net.lab.switches().forEach(sw -> net.lab.tables().addFlow(sw, "priority=9,cookie=0x99,arp,actions=drop"));
            long began = System.nanoTime();
            net.load(flows(0, FLOWS, 100));
            net.awaitFlows("loaded with the command line", began, FLOWS, 100);

            began = System.nanoTime();
            net.lab.switches().forEach(net.lab.tables()::deleteAllFlows);
            net.lab.switches().forEach(sw -> net.lab.tables().addFlow(sw, "priority=9,cookie=0x99,arp,actions=drop"));
            net.awaitFlows("flows of ovs-ofctl del-flows are back", began, FLOWS, 100);

            net.lab.switches().forEach(net.lab::stopSwitch);
            began = System.nanoTime();
            net.lab.switches().forEach(net.lab::startSwitch);
            net.lab.switches().forEach(sw -> net.lab.tables().addFlow(sw, "priority=9,cookie=0x99,arp,actions=drop"));
            net.awaitFlows("flows of switches that rebooted are back", began, FLOWS, 100);

            // The controller is killed while it changes all flows.
            var load = net.startLoading(flows(0, FLOWS, 200));
            await().until(() ->
                    load.isDone() || net.staticFlows(1).stream().anyMatch(flow -> flow.contains("priority=200,")));
            began = System.nanoTime();
            net.beacon.killNow();
            load.exceptionally(_ -> null).join();
            net.restartController();
            int priority = net.entries().contains("priority=200,") ? 200 : 100;
            net.awaitFlows("controller killed in a change and restarted, in sync", began, FLOWS, priority);

            // A power cut: the files of the store as they are in the middle of changes.
            var change = net.startLoading(flows(0, FLOWS, 300));
            Path copy = folder.resolve("copy");
            await().until(() ->
                    change.isDone() || net.staticFlows(1).stream().anyMatch(flow -> flow.contains("priority=300,")));
            copyStore(folder.resolve("data"), copy);
            change.join();
            began = System.nanoTime();
            net.beacon.killNow();
            copyStore(copy, folder.resolve("data"));
            net.restartController();
            String entries = net.entries();
            int after = entries.contains("priority=300,") ? 300 : priority;
            assertThat(entries).doesNotContain("priority=%d,".formatted(after == 300 ? priority : 300));
            net.awaitFlows("restarted with the store of a power cut, in sync", began, FLOWS, after);

            net.lab.switches().forEach(sw -> assertThat(net.lab.tables().flows(sw))
                    .anyMatch(flow -> flow.contains("cookie=0x99,")));
            began = System.nanoTime();
            net.load(List.of());
            net.awaitFlows("deleted with the command line", began, 0, 0);
            net.lab.switches().forEach(sw -> assertThat(net.lab.tables().flows(sw))
                    .anyMatch(flow -> flow.contains("cookie=0x99,")));
        }
    }

    private static void copyStore(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (String name : List.of("store.db-shm", "store.db-wal", "store.db")) {
            Files.deleteIfExists(to.resolve(name));
            if (Files.exists(from.resolve(name))) {
                Files.copy(from.resolve(name), to.resolve(name));
            }
        }
    }

    @Test
    void groupsAndMetersAreKeptAndTheirFlows() throws Exception {
        try (var net = new StaticLab(2, "OpenFlow13 OpenFlow15")) {
            net.lab.switches().forEach(sw -> net.lab.tables().addGroup(sw, "group_id=99,type=all,bucket=output:1"));
            net.load(List.of(
                    "flow web: priority=5,ip,actions=group:1",
                    "flow slow of 1.3,1.5: priority=6,ip,actions=meter:1,output:1",
                    "group top: group_id=1,type=select,bucket=group:2,bucket=output:1",
                    "group leaf: group_id=2,type=ff,bucket=watch_port:1,actions=output:1",
                    "meter m: meter=1,kbps,burst,stats,bands=type=drop,rate=1000,burst_size=100"));
            net.awaitEntries(2, 2, 1);
            net.lab.switches().forEach(sw -> assertThat(net.staticFlows(sw))
                    .anyMatch(flow -> flow.contains("actions=meter:1,output:1")));
            net.lab.switches().forEach(sw -> net.lab.tables().deleteGroup(sw, 1));
            net.awaitEntries(2, 2, 1);
            assertThat(net.succeed("flows", "status")).contains("in sync");
            net.load(List.of("group leaf: group_id=2,type=all,bucket=output:1"));
            net.awaitEntries(0, 1, 0);
            net.lab.switches().forEach(sw -> assertThat(net.lab.tables().groups(sw))
                    .anyMatch(group -> group.contains("group_id=99")));
        }
    }

    @Test
    void namesAnEntryThatTheSwitchRefuses() throws Exception {
        try (var net = new StaticLab(2, "OpenFlow14")) {
            Files.write(net.file, List.of("flow a: table=3,actions=goto_table:2"));
            CommandResult result = net.run("flows", "load", net.file.toString());
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(result.output()).contains("line 1: a: instructions.goto_table=2: ");
            // Another flow of the same priority overlaps, which only the switch knows.
            net.lab.switches().forEach(sw -> net.lab.tables().addFlow(sw, "priority=7,in_port=1,actions=drop"));
            net.load(List.of(
                    "flow good: priority=5,actions=drop", "flow bad: priority=7,check_overlap,arp,actions=drop"));
            await().until(() -> net.rest().get("staticflows/switches").contains("OVERLAP"));
            assertThat(net.succeed("flows", "status"))
                    .contains("refused", "bad: the switch refused it: FLOW_MOD_FAILED/OVERLAP");
            assertThat(net.staticFlows(1)).singleElement().asString().contains("priority=5");
        }
    }
}
