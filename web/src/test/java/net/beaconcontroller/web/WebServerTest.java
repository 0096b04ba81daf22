package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The resources of the controller, over sockets. */
class WebServerTest {
    @TempDir
    private static Path folder;

    private static Controller controller;

    @BeforeAll
    static void start() throws IOException {
        controller = Controller.start(folder);
    }

    @AfterAll
    static void stop() {
        controller.close();
    }

    @Test
    void answersTheHealthWithoutAToken() {
        HttpResponse<String> response = controller.send(controller.anonymous("/api/v1/health"));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"status\":\"up\"}");
    }

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
}
