package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The resources of the controller, over sockets. */
class WebServerTest {
    @AutoClose
    private static final Controller controller = Controller.start();

    @Test
    void describesTheStatusOfTheController() throws IOException {
        JsonNode status = Controller.json(controller.get("/api/v1/status"));
        assertThat(status.get("addresses").get("http").asString()).isEqualTo(controller.web.url());
        assertThat(status.get("addresses").get("openflow").asString())
                .isEqualTo("127.0.0.1:" + controller.beacon.address().getPort());
        assertThat(status.get("loops").asInt()).isEqualTo(1);
        assertThat(status.get("switches").asInt()).isZero();
        assertThat(status.get("uptimeSeconds").asDouble()).isPositive();
        assertThat(status.get("memory").get("heapUsedBytes").asLong()).isPositive();
    }

    @Test
    void changesTheLevelOfTheLogUntilItIsReset() {
        String logger = "/api/v1/loggers/net.beaconcontroller.test.levels";
        assertThat(controller.get(logger).body())
                .isEqualTo("{\"name\":\"net.beaconcontroller.test.levels\",\"level\":\"info\",\"own\":false}");
        assertThat(controller.send("PUT", logger, "{\"level\": \"debug\"}").body())
                .contains("\"level\":\"debug\"");
        assertThat(controller
                        .get("/api/v1/loggers/net.beaconcontroller.test.levels.inner")
                        .body())
                .contains("\"level\":\"debug\"", "\"own\":false");
        controller.send(controller.request(logger).DELETE());
        assertThat(controller.get(logger).body()).contains("\"level\":\"info\"", "\"own\":false");
    }

    @Test
    void changesASettingThatMayChange() {
        JsonNode changed =
                Controller.json(controller.send("PUT", "/api/v1/configuration/log.level", "{\"value\": \"info\"}"));
        assertThat(changed.get("value").asString()).isEqualTo("info");
        assertThat(changed.get("origin").asString()).isEqualTo("changed at run time");
        assertThat(changed.get("default").asString()).isEqualTo("info");
        assertThat(changed.get("changeable").asBoolean()).isTrue();
    }

    @Test
    void explainsWhyASettingIsNotChanged() {
        HttpResponse<String> wrong = controller.send("PUT", "/api/v1/configuration/log.level", "{\"value\": \"loud\"}");
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(Controller.json(wrong).get("detail").asString())
                .isEqualTo("log.level = loud (changed at run time): needs one of error, warn, info, debug, trace");
        HttpResponse<String> fixed = controller.send("PUT", "/api/v1/configuration/io.loops", "{\"value\": \"2\"}");
        assertThat(fixed.statusCode()).isEqualTo(409);
        assertThat(Controller.json(fixed).get("detail").asString())
                .startsWith(
                        "io.loops may not change at run time; set it in the configuration file or with -D io.loops=2, "
                                + "and restart the controller; these may change: log.level");
    }

    @Test
    void listsTheOriginsOfSettings() {
        for (JsonNode setting : Controller.json(controller.get("/api/v1/configuration"))) {
            if (setting.get("key").asString().equals("io.loops")) {
                assertThat(setting.get("value").asString()).isEqualTo("1");
                assertThat(setting.get("origin").asString()).isEqualTo("command line");
                return;
            }
        }
        throw new AssertionError("io.loops is absent");
    }

    @Test
    void listsThePipelines() {
        JsonNode pipelines = Controller.json(controller.get("/api/v1/pipelines"));
        assertThat(pipelines.size()).isEqualTo(4);
        assertThat(pipelines.get(0).get("kind").asString()).isEqualTo("packet-in");
    }

    @Test
    void showsTheListenerOfEventsAsThatOfTheControllerAndAsNoApplication() {
        assertThat(Controller.json(controller.get("/api/v1/pipelines")).findValuesAsString("application"))
                .isNotEmpty()
                .containsOnly("controller");
        assertThat(controller.beacon.controller().health()).isNotEmpty();
        assertThat(Controller.json(controller.get("/api/v1/performance")).get("applications"))
                .isEmpty();
    }
}
