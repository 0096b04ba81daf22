package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import net.beaconcontroller.runtime.Bundles;
import net.beaconcontroller.samples.rest.SwitchNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bundle with a REST resource that was written for any OSGi framework, built by bnd without instructions. */
class WhiteboardBundleTest {
    private static final String NAMES = "/api/org.example.names/names";

    @TempDir
    private Path folder;

    @Test
    void contributesItsResource() throws Exception {
        try (Controller controller = Controller.start(folder.resolve("data"))) {
            HttpResponse<String> installed = controller.send(controller
                    .request("/api/v1/applications")
                    .header("Content-Type", "application/java-archive")
                    .POST(BodyPublishers.ofFile(Bundles.build(folder, "org.example.names", SwitchNames.class))));
            assertThat(installed.statusCode()).as(installed.body()).isEqualTo(200);
            assertThat(controller
                            .send("PUT", NAMES + "/1", "{\"name\": \"core\"}")
                            .statusCode())
                    .isEqualTo(204);
            assertThat(controller.get(NAMES + "/1").body()).isEqualTo("{\"name\":\"core\"}");
            assertThat(controller.get(NAMES).body()).isEqualTo("{\"1\":\"core\"}");
            assertThat(controller.get(NAMES + "?connected=true").body()).isEqualTo("{}");
            HttpResponse<String> missing = controller.get(NAMES + "/2");
            assertThat(missing.statusCode()).isEqualTo(404);
            assertThat(missing.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(controller.get("/api/v1/openapi.json").body()).contains("\"" + NAMES + "/{id}\"");
            assertThat(Controller.json(controller.get("/api/v1/applications/org.example.names"))
                            .get("state")
                            .asString())
                    .isEqualTo("running");
        }
    }
}
