package net.beaconcontroller.lab;

import static java.util.Comparator.comparingDouble;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The statistics of a real switch: they are what ovs-ofctl(8) shows. Host i is at port i of switch 1. */
@NeedsOpenVSwitch
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatisticsTest {
    private static final Pattern BYTES = Pattern.compile("port +1: rx pkts=\\d+, bytes=(\\d+)");

    @TempDir
    private static Path folder;

    private final OvsLab lab = OvsLab.build("single,2", "OpenFlow13");
    private BeaconProcess beacon;

    @BeforeAll
    void start() {
        beacon = BeaconProcess.startInWith(
                lab,
                "--apps",
                "learningswitch,statistics",
                "-D",
                "data.folder=" + folder,
                "-D",
                "app.statistics.interval=1s",
                "-D",
                "app.statistics.flow-interval=1s");
        beacon.control(lab);
        assertThat(lab.ping(1, 2)).as(beacon::toString).isTrue();
        // Host 2 does not reply to this address, so that no other flow has as much traffic as the requests.
        String bucket = "actions=set_field:00:00:00:00:00:99->eth_dst,output:2";
        lab.tables().ofctl("add-group s1 group_id=7,type=indirect,bucket=" + bucket);
        lab.tables().ofctl("add-meter s1 meter=3,kbps,stats,band=type=drop,rate=100000");
        lab.tables().ofctl("add-flow s1 priority=60000,icmp,in_port=1,actions=meter:3,group:7");
        lab.tables().ofctl("add-flow s1 priority=60000,udp,actions=drop");
        lab.startInHost(1, "ping -n -q -i0.01 -s1000 -c6000 " + lab.address(2));
    }

    @AfterAll
    void close() {
        try (lab) {
            beacon.close();
        }
    }

    private List<JsonNode> stats(String kind) {
        JsonNode answer = JsonMapper.shared().readTree(beacon.rest(folder).get("statistics/" + kind));
        return answer.valueStream().toList();
    }

    /** Returns what {@code beacon stats KIND --json} prints. */
    private List<JsonNode> printed(String kind) {
        BeaconProcess.CommandResult result = BeaconProcess.commandIn(
                lab,
                List.of(
                        "stats",
                        kind,
                        "--json",
                        "--url",
                        beacon.url(),
                        "--token-file",
                        folder.resolve("token").toString()));
        assertThat(result.exitCode()).as(result.output()).isZero();
        return result.output()
                .lines()
                .map(line -> JsonMapper.shared().readTree(line))
                .toList();
    }

    private JsonNode first(String kind, String field, String value) {
        return await().until(
                        () -> stats(kind).stream()
                                .filter(object -> object.path(field).asString().equals(value))
                                .findFirst(),
                        found -> found.isPresent()
                                && found.get().path("bitsPerSecond").asDouble(1) > 0)
                .orElseThrow();
    }

    private long receivedBytes() {
        Matcher matcher = BYTES.matcher(lab.tables().ofctl("dump-ports s1"));
        assertThat(matcher.find()).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    @Test
    void theRateOfAPortIsThatOfItsCounters() {
        await().untilAsserted(() -> {
            long before = receivedBytes();
            long begin = System.nanoTime();
            // reading takes about a second
            double rate =
                    first("ports", "port", "1").get("receivedBitsPerSecond").asDouble();
            double expected = 8e9 * (receivedBytes() - before) / (System.nanoTime() - begin);
            assertThat(rate).isBetween(expected / 2, expected * 2);
        });
    }

    @Test
    void flowsAreInTheOrderOfTheirTraffic() {
        // Open vSwitch counts the packets of a flow about once a second: a reading may find none since the last.
        List<JsonNode> flows =
                await().until(() -> printed("flows"), list -> list.stream().anyMatch(flow -> packetRate(flow) > 0));
        assertThat(flows.getFirst().get("flow").asString()).contains("nw_proto=1 ", "n_packets");
        assertThat(packetRate(flows.getFirst())).isBetween(10.0, 200.0);
        assertThat(flows)
                .isSortedAccordingTo(comparingDouble(StatisticsTest::bitRate).reversed());
    }

    private static double packetRate(JsonNode flow) {
        return flow.get("packetsPerSecond").asDouble();
    }

    private static double bitRate(JsonNode flow) {
        return flow.get("bitsPerSecond").asDouble();
    }

    @Test
    void tablesHaveTheirSizes() {
        JsonNode table = first("tables", "table", "0");
        assertThat(table.get("flows").asLong()).isGreaterThanOrEqualTo(2);
        assertThat(table.get("maxFlows").asLong()).isEqualTo(1_000_000);
    }

    @Test
    void groupsAndMetersHaveTheirRates() {
        JsonNode group = first("groups", "group", "7");
        assertThat(group.get("references").asLong()).isEqualTo(1);
        JsonNode meter = first("meters", "meter", "3");
        assertThat(meter.get("references").asLong()).isEqualTo(1);
    }

    @Test
    void theSwitchRefusesNothing() {
        JsonNode state = await().until(
                        () -> stats("collection").getFirst(),
                        one -> one.path("flows").asLong() > 1);
        assertThat(state.get("refused")).isEmpty();
        assertThat(state.get("timeouts").asLong()).isZero();
        assertThat(stats("queues")).isEmpty();
    }
}
