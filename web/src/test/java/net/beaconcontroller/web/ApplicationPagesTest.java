package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import net.beaconcontroller.api.web.WebPage;
import net.beaconcontroller.runtime.Bundles;
import net.beaconcontroller.topology.LinksPage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.osgi.framework.Bundle;

/** The page that an application contributes; that of topology is the example. */
class ApplicationPagesTest {
    private static final String FILE = "/apps/topology/links.html";

    @TempDir
    private Path folder;

    private Controller controller;

    @BeforeEach
    void start() throws Exception {
        Path topology = Bundles.of(LinksPage.class);
        controller = Controller.start(folder, Map.of("apps", topology.toString()));
    }

    @AfterEach
    void stop() {
        controller.close();
    }

    private void change(String action) {
        HttpResponse<String> response = controller.send(
                "POST",
                "/api/v1/applications/changes",
                "{\"changes\":[{\"action\":\"%s\",\"application\":\"topology\"}]}".formatted(action));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    @Test
    void comesAndGoesWithTheApplication() {
        String pages = """
                [{"application":"topology","title":"Latency of its links","path":"%1$s","place":"switch"},\
                {"application":"topology","title":"Links","path":"%1$s","place":"navigation"}]""".formatted(FILE);
        assertThat(controller.get("/api/v1/pages").body()).isEqualTo(pages);
        assertThat(controller.get(FILE).body()).contains("<title>Links</title>");
        change("stop");
        assertThat(controller.get("/api/v1/pages").body()).isEqualTo("[]");
        assertThat(controller.get(FILE).statusCode()).isEqualTo(404);
        change("start");
        assertThat(controller.get("/api/v1/pages").body()).isEqualTo(pages);
    }

    private record Page(@Nullable String title, String file) implements WebPage {
        @Override
        public String title() {
            if (title == null) {
                throw new IllegalStateException("no language");
            }
            return title;
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {
                "Links, nosuch.html, the bundle has no file web/nosuch.html",
                "'', links.html, it has no title",
                "null, links.html, java.lang.IllegalStateException: no language"
            })
    void isRefusedWithALogLineIfItIsWrong(@Nullable String title, String file, String reason) {
        String before = controller.get("/api/v1/pages").body();
        Bundle topology = Stream.of(controller.beacon.applications().context().getBundles())
                .filter(bundle -> bundle.getSymbolicName().equals("topology"))
                .findFirst()
                .orElseThrow();
        topology.getBundleContext().registerService(WebPage.class, new Page(title, file), null);
        assertThat(controller.get("/api/v1/pages").body()).isEqualTo(before);
        await().untilAsserted(() -> assertThat(controller.beacon.events().newest("log"::equals, 10))
                .anySatisfy(event -> assertThat(event.event().text())
                        .contains("application topology: page %s is refused: %s"
                                .formatted(Page.class.getName(), reason))));
    }

    @Test
    void isServedWithoutATokenInASandbox() {
        HttpResponse<String> response = controller.send(controller.anonymous(FILE));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("text/html;charset=utf-8");
        assertThat(response.headers().allValues("Content-Security-Policy"))
                .singleElement()
                .asString()
                .startsWith("sandbox allow-scripts; default-src 'none'")
                .contains("frame-ancestors 'self'")
                .doesNotContain("unsafe", "connect-src");
        assertThat(controller
                        .send(controller.anonymous("/apps/topology/links.js"))
                        .headers()
                        .firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/javascript"));
    }

    @Test
    void onlyFilesOfTheFolderWebAreServed() {
        for (String path : new String[] {
            "/apps/topology/",
            "/apps/topology/web/links.html",
            "/apps/topology/../META-INF/MANIFEST.MF",
            "/apps/topology/%2e%2e/META-INF/MANIFEST.MF",
            "/apps/topology/..%2fMETA-INF/MANIFEST.MF",
            "/apps/nosuch/links.html"
        }) {
            assertThat(controller.send(controller.anonymous(path)).statusCode())
                    .as(path)
                    .isIn(400, 401, 404);
        }
        assertThat(controller.send("POST", FILE, "{}").statusCode()).isEqualTo(404);
    }
}
