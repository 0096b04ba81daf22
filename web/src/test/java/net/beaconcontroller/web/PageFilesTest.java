package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of the page, over sockets. */
class PageFilesTest {
    private static final Pattern IMPORT = Pattern.compile("(?:from |import\\(|new URL\\()'(\\.[^']+)'");

    @AutoClose
    private static final Controller controller = Controller.start();

    private static HttpResponse<String> get(String path) {
        return controller.send(controller.anonymous(path));
    }

    private static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    private static List<String> files() throws IOException {
        URL index = Objects.requireNonNull(PageFiles.class.getResource("ui/index.html"));
        Path root = Path.of(URI.create(index.toString())).resolveSibling("");
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> "/ui/" + root.relativize(file).toString().replace('\\', '/'))
                    .toList();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/, text/html;charset=utf-8",
        "/ui/app.js, text/javascript;charset=utf-8",
        "/ui/lib/dom.js, text/javascript;charset=utf-8",
        "/ui/beacon.css, text/css;charset=utf-8",
        "/ui/vendor/uplot.css, text/css;charset=utf-8",
        "/ui/vendor/uplot.esm.js, text/javascript;charset=utf-8",
        "/ui/icon.svg, image/svg+xml"
    })
    void haveTheirContentType(String path, String type) {
        HttpResponse<String> response = get(path);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(header(response, "Content-Type")).isEqualTo(type);
        assertThat(header(response, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(response.body()).isNotEmpty();
    }

    @Test
    void existIfAnotherOneNamesThem() throws IOException {
        for (String file : files()) {
            HttpResponse<String> response = get(file);
            assertThat(response.statusCode()).as(file).isEqualTo(200);
            Matcher matcher = IMPORT.matcher(file.endsWith(".js") ? response.body() : "");
            while (matcher.find()) {
                String named = Path.of(file)
                        .resolveSibling(matcher.group(1))
                        .normalize()
                        .toString();
                assertThat(get(named).statusCode())
                        .as("%s names %s", file, named)
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void runNoScriptAndApplyNoStyleFromText() {
        assertThat(header(get("/"), "Content-Security-Policy"))
                .isEqualTo("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                        + "connect-src 'self'; worker-src 'self'; frame-src 'self'; frame-ancestors 'none'; "
                        + "base-uri 'none'; form-action 'none'");
        assertThat(get("/").body())
                .doesNotContain("<style", "style=", "onload=")
                .doesNotContainPattern("<script>");
    }

    @Test
    void areSentAgainOnlyWhenTheyChanged() {
        HttpResponse<String> first = get("/ui/app.js");
        assertThat(header(first, "Cache-Control")).isEqualTo("no-cache");
        String tag = header(first, "ETag");
        HttpResponse<String> second =
                controller.send(controller.anonymous("/ui/app.js").header("If-None-Match", tag));
        assertThat(second.statusCode()).isEqualTo(304);
        assertThat(second.body()).isEmpty();
        HttpResponse<String> other =
                controller.send(controller.anonymous("/ui/app.js").header("If-None-Match", "\"other\""));
        assertThat(other.statusCode()).isEqualTo(200);
    }

    @Test
    void scriptsAndStylesCanBeUsedInSandboxedFramesAndThePageCannot() {
        assertThat(header(get("/ui/beacon.css"), "Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(header(get("/"), "Access-Control-Allow-Origin")).isEmpty();
        assertThat(header(get("/api/v1/health"), "Access-Control-Allow-Origin")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/ui/nosuch.js",
                "/ui/",
                "/ui/lib",
                "/ui/lib/",
                "/ui/lib//dom.js",
                "/ui/.hidden.js",
                "/ui/App.js",
                "/ui/app.class",
                "/ui/package-info.class"
            })
    void areOnlyThoseOfThePage(String path) {
        assertThat(get(path).statusCode()).isIn(400, 404);
    }

    @Test
    void areOnlyRead() {
        HttpResponse<String> response =
                controller.send(controller.anonymous("/ui/app.js").POST(BodyPublishers.ofString("x")));
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(header(response, "Allow")).isEqualTo("GET, HEAD");
    }

    @Test
    void haveNoBodyInTheResponseToHead() {
        HttpResponse<String> response =
                controller.send(controller.anonymous("/ui/app.js").method("HEAD", BodyPublishers.noBody()));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEmpty();
        assertThat(header(response, "Content-Length")).isNotEqualTo("0");
    }
}
