package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The roles of a controller, and its standby and watched switches. */
class RolesTest {
    private static final String SWITCHES = "/api/v1/switches";
    private static final String FIRST = SWITCHES + "/0000000000000001";

    @TempDir
    private Path folder;

    private static JsonNode get(Controller controller, String path) {
        HttpResponse<String> response = controller.get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Controller.json(response);
    }

    private static JsonNode put(Controller controller, String path, String body) {
        HttpResponse<String> response = controller.send("PUT", path, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Controller.json(response);
    }

    private static String refused(Controller controller, String path, String body, int status) {
        HttpResponse<String> response = controller.send("PUT", path, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return Controller.json(response).get("detail").asString();
    }

    private static List<String> ids(Controller controller, String state) {
        return get(controller, SWITCHES + "?state=" + state)
                .valueStream()
                .map(sw -> sw.get("id").asString())
                .toList();
    }

    @Test
    void aSlaveTakesASwitchOver() throws Exception {
        try (Controller controller = Controller.start(folder, Map.of("controller.role", "slave"));
                var _ = ScriptedSwitch.connect(controller.beacon.address(), 1, Version.OF13)) {
            await().until(() -> ids(controller, "standby").size() == 1);
            assertThat(ids(controller, "active")).isEmpty();
            assertThat(get(controller, SWITCHES)).isEmpty();
            JsonNode standby = get(controller, FIRST);
            assertThat(standby.get("state").asString()).isEqualTo("standby");
            assertThat(standby.get("role").asString()).isEqualTo("slave");
            assertThat(get(controller, "/api/v1/status").get("standbySwitches").asInt())
                    .isOne();
            assertThat(controller.get(FIRST + "/flows").statusCode()).isEqualTo(404);
            assertThat(controller.get("/metrics").body()).contains("beacon_switch_roles{role=\"slave\"} 1.0");

            JsonNode result = put(controller, FIRST + "/role", "{\"role\": \"master\", \"generationId\": \"5\"}");
            assertThat(result.get("role").asString()).isEqualTo("master");
            assertThat(result.get("generationId").asString()).isEqualTo("5");
            await().until(() -> ids(controller, "active").size() == 1);
            assertThat(get(controller, FIRST).get("role").asString()).isEqualTo("master");
            assertThat(refused(controller, FIRST + "/role", "{\"role\":\"master\",\"generationId\":\"4\"}", 409))
                    .isEqualTo("switch 0000000000000001 refused the role master: generation id 4 is stale;"
                            + " the current one is 5");
        }
    }

    @Test
    void aRoleOfAllSwitchesIsThatOfLaterOnesToo() throws Exception {
        try (Controller controller = Controller.start(folder);
                var _ = ScriptedSwitch.connect(controller.beacon.address(), 1, Version.OF13);
                var _ = ScriptedSwitch.connect(controller.beacon.address(), 2, Version.OF10)) {
            await().until(() -> ids(controller, "active").size() == 2);
            JsonNode results = put(controller, SWITCHES + "/role", "{\"role\": \"slave\"}");
            assertThat(results.get(0).get("role").asString()).isEqualTo("slave");
            assertThat(results.get(1).get("error").asString())
                    .isEqualTo("switch 0000000000000002: OpenFlow 1.0 does not support roles, so this controller is"
                            + " always equal");
            try (var _ = ScriptedSwitch.connect(controller.beacon.address(), 3, Version.OF15)) {
                await().untilAsserted(() ->
                        assertThat(ids(controller, "standby")).containsExactly("0000000000000001", "0000000000000003"));
            }
            assertThat(ids(controller, "active")).containsExactly("0000000000000002");
        }
    }

    @Test
    void refusesWrongRequests() throws Exception {
        try (Controller controller = Controller.start(folder);
                var _ = ScriptedSwitch.connect(controller.beacon.address(), 1, Version.OF13)) {
            await().until(() -> ids(controller, "active").size() == 1);
            assertThat(refused(controller, FIRST + "/role", "{\"role\": \"primary\"}", 400))
                    .isEqualTo("role = primary: needs one of equal, master, slave");
            assertThat(refused(controller, FIRST + "/role", "{\"role\":\"master\",\"generationId\":\"-1\"}", 400))
                    .isEqualTo("generationId = -1: needs an unsigned number of at most 64 bits");
            assertThat(controller.get(SWITCHES + "?state=gone").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void showsWatchedSwitches() throws Exception {
        Map<String, String> settings = Map.of("controller.switches", "7", "controller.unknown-switches", "watch");
        try (Controller controller = Controller.start(folder, settings);
                var _ = ScriptedSwitch.connect(controller.beacon.address(), 1, Version.OF13)) {
            await().until(() -> ids(controller, "watched").size() == 1);
            assertThat(ids(controller, "all")).containsExactly("0000000000000001");
            assertThat(get(controller, SWITCHES)).isEmpty();
            assertThat(get(controller, "/api/v1/status").get("watchedSwitches").asInt())
                    .isOne();
            assertThat(controller.get(FIRST).statusCode()).isEqualTo(404);
        }
    }
}
