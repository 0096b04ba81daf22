package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.structure.Bucket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The resources of switches, with an emulated line of three switches, each with a host. */
class SwitchesTest {
    private static final String SWITCHES = "/api/v1/switches";
    private static final String FIRST = SWITCHES + "/0000000000000001";
    private static final int AUXILIARY_CONNECTIONS = 2;
    private static final String SECOND = SWITCHES + "/0000000000000002";

    @TempDir
    private static Path folder;

    private static Controller controller;
    private static Network network;

    @BeforeAll
    static void start() throws IOException {
        controller = Controller.start(folder);
        network = Network.start(
                NetworkSpec.of("linear,3"),
                controller.beacon.address(),
                NetworkOptions.of(Set.of(Version.OF13)).withAuxiliaryConnections(AUXILIARY_CONNECTIONS));
        OpenFlowController core = controller.beacon.controller();
        await().until(() -> core.switches().size() == 3
                && core.switches().stream().allMatch(sw -> core.auxiliaryConnections(sw) == AUXILIARY_CONNECTIONS));
    }

    @AfterAll
    static void stop() {
        network.close();
        controller.close();
    }

    private static JsonNode get(String path) {
        HttpResponse<String> response = controller.get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Controller.json(response);
    }

    private static List<String> texts(JsonNode list, String field) {
        return list.valueStream().map(element -> element.get(field).asString()).toList();
    }

    private static String detail(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return Controller.json(response).get("detail").asString();
    }

    private static HttpResponse<String> add(String sw, String flow, boolean dryRun) {
        return controller.send("POST", sw + "/flows?dryRun=" + dryRun, "{\"flow\":\"%s\"}".formatted(flow));
    }

    private static String query(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    // Switches

    @Test
    void listsTheSwitchesInTheOrderOfTheirIds() {
        JsonNode all = get(SWITCHES);
        assertThat(texts(all, "id")).containsExactly("0000000000000001", "0000000000000002", "0000000000000003");
        // The time of a round trip may be measured between the two requests.
        await().untilAsserted(() -> assertThat(get(SWITCHES).get(1)).isEqualTo(get(SECOND)));
        assertThat(all.get(1).get("version").asString()).isEqualTo("1.3");
        assertThat(all.get(1).get("ports").asInt()).isEqualTo(3);
        assertThat(all.get(1).get("address").asString()).startsWith("127.0.0.1:");
    }

    @Test
    void aSwitchHasTheNumberOfItsAuxiliaryConnections() {
        assertThat(get(FIRST).get("auxiliaryConnections").asInt()).isEqualTo(AUXILIARY_CONNECTIONS);
    }

    @Test
    void namesTheSwitchThatIsNotConnected() {
        assertThat(detail(controller.get(SWITCHES + "/00000000000000ff"), 404))
                .isEqualTo("switch 00000000000000ff is not connected");
        assertThat(detail(controller.get(SWITCHES + "/s1"), 400))
                .isEqualTo("id = s1: needs a datapath id, 1 to 16 hexadecimal digits");
    }

    @Test
    void portsHaveTheCountersOfTheSwitch() {
        JsonNode ports = get(SECOND + "/ports");
        assertThat(texts(ports, "number")).containsExactly("1", "2", "3");
        assertThat(ports.get(0).get("isUp").asBoolean()).isTrue();
        assertThat(ports.get(0).get("sentPackets").asLong()).isNotNegative();
        assertThat(ports.get(0).get("mac").asString()).matches("([0-9a-f]{2}:){5}[0-9a-f]{2}");
    }

    @Test
    void tablesCountTheirFlows() {
        add(SECOND, "priority=4,actions=drop", false);
        assertThat(get(SECOND + "/tables").get(0).get("active").asInt()).isPositive();
    }

    @Test
    void groupsHaveTheirBuckets() throws Exception {
        Switch sw = controller.beacon.controller().switchOf(3).orElseThrow();
        sw.sendConfirmed(List.of(GroupMod.of(
                        GroupMod.Command.ADD,
                        GroupMod.TYPE_SELECT,
                        7,
                        Bucket.weighted(2, new Action.Output(1)),
                        Bucket.weighted(1, new Action.Output(2)))))
                .get();
        JsonNode group = get(SWITCHES + "/0000000000000003/groups").get(0);
        assertThat(group.get("id").asInt()).isEqualTo(7);
        assertThat(group.get("type").asString()).isEqualTo("select");
        assertThat(texts(group.get("buckets"), "actions")).containsExactly("output:1", "output:2");
        assertThat(texts(group.get("buckets"), "weight")).containsExactly("2", "1");
        assertThat(group.get("packets").asLong()).isZero();
    }

    @Test
    void aSwitchWithoutMetersHasAnEmptyList() {
        assertThat(get(FIRST + "/meters")).isEmpty();
    }

    // Flows

    @Test
    void anAddedFlowIsInTheSwitchAndADeletedOneIsReturned() {
        String flow = "priority=10,tcp,tp_dst=80,actions=output:2";
        assertThat(add(FIRST, flow, false).statusCode()).isEqualTo(200);
        JsonNode added = get(FIRST + "/flows?filter=" + query("tcp_dst=80")).get(0);
        assertThat(added.get("priority").asInt()).isEqualTo(10);
        assertThat(added.get("actions").asString()).isEqualTo("output:2");
        assertThat(added.get("packets").asLong()).isZero();

        JsonNode deleted = Controller.json(
                controller.send("DELETE", FIRST + "/flows?priority=10&match=" + query("tcp,tp_dst=80"), ""));
        assertThat(texts(deleted, "match")).containsExactly("dl_type=0x0800,nw_proto=6,tcp_dst=80");
        assertThat(get(FIRST + "/flows?filter=" + query("tcp_dst=80"))).isEmpty();

        assertThat(add(FIRST, deleted.get(0).get("text").asString(), false).statusCode())
                .isEqualTo(200);
        assertThat(get(FIRST + "/flows?filter=" + query("tcp_dst=80"))).hasSize(1);
    }

    @Test
    void aDryRunAddsNothing() {
        HttpResponse<String> response = add(FIRST, "udp,tp_dst=53,actions=drop", true);
        assertThat(Controller.json(response).get("match").asString())
                .isEqualTo("dl_type=0x0800,nw_proto=17,udp_dst=53");
        assertThat(get(FIRST + "/flows?filter=" + query("udp_dst=53"))).isEmpty();
    }

    @Test
    void refusesAWrongFlowWithItsColumn() {
        assertThat(detail(add(FIRST, "priority=10,tcp,tp_dst=http,actions=drop", false), 400))
                .startsWith("flow = priority=10,tcp,tp_dst=http,actions=drop: column 24: ");
        JsonNode problem = Controller.json(add(FIRST, "priority=10,ip,nw_dst=10.0.0.0/33,actions=drop", true));
        assertThat(problem.get("field").asString()).isEqualTo("flow");
        assertThat(problem.get("column").asInt()).isEqualTo(32);
        assertThat(problem.get("value").asString()).isEqualTo("33");
        assertThat(problem.get("reason").asString()).isEqualTo("needs a prefix length from 0 to 32 or a mask");
        assertThat(detail(add(FIRST, "DELETE priority=10", false), 400)).contains("needs a flow, without a command");
        assertThat(detail(add(FIRST, "importance=3,actions=drop", true), 400))
                .isEqualTo("flow = importance=3,actions=drop: OpenFlow 1.3 does not support importance=3");
        assertThat(detail(controller.send("DELETE", FIRST + "/flows?priority=70000", ""), 400))
                .isEqualTo("priority = 70000: needs 0 to 65535");
    }

    @Test
    void namesTheErrorOfASwitchThatRefusesAFlow() {
        assertThat(detail(add(FIRST, "actions=group:99", false), 502))
                .startsWith("switch 0000000000000001 refused the request: BAD_ACTION/");
    }

    // Packet-outs

    @Test
    void aPacketOutLeavesTheSwitch() {
        long before = network.host("h1").counters().framesReceived();
        HttpResponse<String> response = controller.send(
                "POST",
                FIRST + "/packet-outs",
                "{\"actions\":\"flood\",\"data\":\"ffffffffffff02000000000188b5%s\"}".formatted("00".repeat(46)));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(204);
        await().until(() -> network.host("h1").counters().framesReceived() > before);
    }

    @Test
    void refusesAWrongPacketOut() {
        assertThat(detail(controller.send("POST", FIRST + "/packet-outs", "{\"actions\":\"x\",\"data\":\"00\"}"), 400))
                .startsWith("actions = x: column 1: ");
        assertThat(detail(
                        controller.send("POST", FIRST + "/packet-outs", "{\"actions\":\"flood\",\"data\":\"0\"}"), 400))
                .isEqualTo("data = 0: needs the bytes of a frame, two hexadecimal digits each");
        String tooLong = "{\"actions\":\"flood\",\"data\":\"%s\"}".formatted("00".repeat(65_500));
        assertThat(detail(controller.send("POST", FIRST + "/packet-outs", tooLong), 400))
                .startsWith("data = 65500 bytes: needs a shorter frame: ");
    }

    // Lists

    @Test
    void aListHasPages() {
        HttpResponse<String> page = controller.get(SWITCHES + "?limit=2&sort=-id");
        assertThat(texts(Controller.json(page), "id")).containsExactly("0000000000000003", "0000000000000002");
        assertThat(page.headers().firstValue("X-Total-Count")).contains("3");
        String next = page.headers().firstValue("Link").orElseThrow();
        assertThat(next).endsWith(">; rel=\"next\"");
        HttpResponse<String> last = controller.get(next.substring(1, next.indexOf('>')));
        assertThat(texts(Controller.json(last), "id")).containsExactly("0000000000000001");
        assertThat(last.headers().firstValue("Link")).isEmpty();
    }

    @Test
    void aFilterSelectsTheElementsWithAllItsWords() {
        // The whole id: "0002" may also be in the TCP port of another switch.
        assertThat(texts(get(SWITCHES + "?filter=0000000000000002+1.3"), "id")).containsExactly("0000000000000002");
        assertThat(get(SWITCHES + "?filter=0000000000000002+absent")).isEmpty();
    }

    @Test
    void sortsNumbersAsNumbers() {
        List.of(9, 10, 100).forEach(port -> add(SECOND, "priority=5,in_port=" + port + ",actions=drop", false));
        add(SECOND, "priority=20,in_port=1,actions=drop", false);
        List<Integer> priorities = get(SECOND + "/flows?sort=priority&filter=in_port")
                .valueStream()
                .map(flow -> flow.get("priority").asInt())
                .toList();
        assertThat(priorities).hasSize(4).isSorted();
    }

    @Test
    void refusesWrongParametersOfLists() {
        assertThat(detail(controller.get(SWITCHES + "?limit=0"), 400))
                .startsWith("limit = 0: needs a number from 1 to");
        assertThat(detail(controller.get(SWITCHES + "?offset=x"), 400)).startsWith("offset = x: needs a number from 0");
        assertThat(detail(controller.get(SWITCHES + "?sort=size"), 400))
                .startsWith("sort = size: needs one of id, state, role, version");
    }

    @Test
    void whatTheClientHasIsNotSentAgain() {
        HttpResponse<String> first = controller.get(SWITCHES + "?limit=1");
        String tag = first.headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> second =
                controller.send(controller.request(SWITCHES + "?limit=1").header("If-None-Match", tag));
        // a counter of the switch may have changed meanwhile
        assertThat(List.of(second.statusCode(), second.body())).isIn(List.of(304, ""), List.of(200, second.body()));
        HttpResponse<String> services = controller.get("/api/v1/services");
        HttpResponse<String> again = controller.send(controller
                .request("/api/v1/services")
                .header("If-None-Match", services.headers().firstValue("ETag").orElseThrow()));
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }
}
