package net.beaconcontroller.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import net.beaconcontroller.labkit.BeaconProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Another web site in the browser of a signed-in user. It is at the same address and another port, so that the browser
 * sends its requests with the user's cookie: its attempts fail for other reasons.
 */
@NeedsBrowser
class ForeignSiteTest {
    private static final byte[] SITE =
            "<!doctype html><title>Another site</title><body></body>".getBytes(StandardCharsets.UTF_8);

    /** Sends a request with the cookie, and returns what the script gets. */
    private static final String FETCH = """
            ([url, options]) => fetch(url, {credentials: 'include', ...options})
                .then(response => response.type + ' ' + response.status, error => error.name)""";

    @TempDir
    private static Path folder;

    private static BeaconProcess beacon;
    private static HttpServer site;

    private PageTester tester;

    @BeforeAll
    static void start() throws IOException {
        beacon = BeaconProcess.start("-D", "data.folder=" + folder);
        site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        site.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, SITE.length);
            exchange.getResponseBody().write(SITE);
            exchange.close();
        });
        site.start();
    }

    @AfterAll
    static void stop() {
        site.stop(0);
        beacon.close();
    }

    @BeforeEach
    void open() {
        tester = PageTester.open(PageTester.Width.WIDE, ColorScheme.LIGHT);
        tester.page.navigate(beacon.firstLink());
        tester.heading("No switch yet").waitFor();
        tester.page.navigate("http://127.0.0.1:" + site.getAddress().getPort() + "/");
    }

    @AfterEach
    void close() {
        tester.close();
    }

    /** Waits for the response of the controller to a request, and returns its status. */
    private int status(String method, String path, Runnable request) {
        return tester.page
                .waitForResponse(response -> isTo(response, method, path), request)
                .status();
    }

    private boolean isTo(Response response, String method, String path) {
        return response.url().equals(beacon.url() + path)
                && response.request().method().equals(method);
    }

    private Object fetch(String path, Map<String, ?> options) {
        return tester.page.evaluate(FETCH, new Object[] {beacon.url() + path, options});
    }

    @Test
    void cannotFrameThePage() {
        for (String path :
                new String[] {"/", "/ui/index.html", "/docs", "/api/v1/status", "/apps/topology/links.html"}) {
            Frame main = tester.page.mainFrame();
            tester.page.evaluate(
                    "url => document.body.append(Object.assign(document.createElement('iframe'), {src: url}))",
                    beacon.url() + path);
            tester.await("document.querySelector('iframe').contentDocument === null");
            Frame frame = main.childFrames().getFirst();
            assertThat(frame.url()).as(path).startsWith("chrome-error:");
            tester.page.evaluate("document.querySelector('iframe').remove()");
        }
    }

    @Test
    void cannotReadResources() {
        assertThat(fetch("/api/v1/status", Map.of())).isEqualTo("TypeError");

        // a request whose response the script may not see
        var got = new AtomicReference<Object>();
        int status = status("GET", "/api/v1/status", () -> got.set(fetch("/api/v1/status", Map.of("mode", "no-cors"))));
        assertThat(status).as("with the cookie").isEqualTo(200);
        assertThat(got).hasValue("opaque 0");
    }

    @Test
    void cannotChangeAnything() {
        String path = "/api/v1/applications/changes";
        String body = "{\"changes\": [{\"action\": \"stop\", \"application\": \"topology\"}]}";
        int asText = status("POST", path, () -> fetch(path, Map.of("method", "POST", "mode", "no-cors", "body", body)));
        assertThat(asText).isEqualTo(403);

        Object asJson = fetch(
                path, Map.of("method", "POST", "body", body, "headers", Map.of("Content-Type", "application/json")));
        assertThat(asJson).isEqualTo("TypeError");

        int asForm = status("POST", path, () -> tester.page.evaluate("""
                url => {
                    const form = Object.assign(document.createElement('form'), {method: 'post', action: url});
                    document.body.append(form);
                    form.submit();
                }""", beacon.url() + path));
        assertThat(asForm).isEqualTo(403);
        tester.page.waitForURL("**" + path);

        tester.page.navigate(beacon.url() + "/");
        Object state =
                tester.page.evaluate("async () => (await (await fetch('/api/v1/applications/topology')).json()).state");
        assertThat(state).isEqualTo("running");
    }
}
