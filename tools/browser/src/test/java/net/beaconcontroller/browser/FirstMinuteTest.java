package net.beaconcontroller.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.labkit.BeaconProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page after a start of the controller, without and with the link that the controller prints. */
@NeedsBrowser
class FirstMinuteTest {
    @TempDir
    private static Path folder;

    /** Without a network, and with a ring. */
    private static BeaconProcess alone;

    private static BeaconProcess ring;

    @BeforeAll
    static void startControllers() {
        alone = start("alone");
        ring = start("ring", "--emulate", "ring,6");
    }

    @AfterAll
    static void stopControllers() {
        alone.close();
        ring.close();
    }

    /** Starts a controller with a data folder of this name. */
    private static BeaconProcess start(String data, String... options) {
        var all = new ArrayList<>(List.of("-D", "data.folder=" + folder.resolve(data)));
        all.addAll(List.of(options));
        return BeaconProcess.start(all.toArray(String[]::new));
    }

    @Test
    void withoutTheLinkThePageTellsHowToSignIn() {
        try (var tester = PageTester.open(PageTester.Width.WIDE, ColorScheme.LIGHT)) {
            tester.page.navigate(alone.url() + "/");
            tester.heading("No permission").waitFor();
            assertThat(tester.page.getByText("./beacon open").isVisible()).isTrue();
        }
    }

    @Test
    void theLinkSignsInAndTellsHowToConnectTheFirstSwitch() {
        try (var tester = PageTester.signIn(alone.firstLink())) {
            tester.heading("No switch yet").waitFor();
            assertThat(tester.page.url()).doesNotContain("token");
            assertThat(tester.page.getByText("tcp:127.0.0.1:" + alone.port()).isVisible())
                    .isTrue();
            tester.assertNoErrors();
        }
    }

    @Test
    void theMapOfARingIsARing() {
        try (var tester = PageTester.signIn(ring.firstLink())) {
            tester.awaitMap(6, 6, 0);
            assertThat(tester.page.evaluate("window.beacon.map.layout.kind")).isEqualTo("ring");
        }
    }

    @Test
    void allBrowsersShowWhereASwitchWasDragged() {
        String node = "window.beacon.map.scene.nodes.get('0000000000000001')";
        try (var tester = PageTester.signIn(ring.firstLink())) {
            tester.awaitMap(6, 6, 0);
            String position = "(() => { const map = window.beacon.map; const node = %s;".formatted(node)
                    + " const box = map.canvas.getBoundingClientRect();"
                    + " const [x, y] = map.camera.toScreen(node.x, node.y); return [x + box.left, y + box.top]; })()";
            var at = (List<?>) tester.page.evaluate(position);
            double x = ((Number) at.get(0)).doubleValue();
            double y = ((Number) at.get(1)).doubleValue();
            tester.page.mouse().move(x, y);
            tester.page.mouse().down();
            tester.page.mouse().move(x + 60, y + 80);
            tester.page.mouse().move(x + 120, y + 90);
            tester.page.waitForResponse(
                    "**/api/v1/map/positions/*", () -> tester.page.mouse().up());
            var moved = (Number) tester.page.evaluate(node + ".x");
            try (var other = PageTester.signIn(ring.firstLink())) {
                other.awaitMap(6, 6, 0);
                other.await(node + ".isPinned && window.beacon.map.counts().isDrawn");
                assertThat(((Number) other.page.evaluate(node + ".x")).doubleValue())
                        .isCloseTo(moved.doubleValue(), within(2.0));
                other.page.waitForResponse("**/api/v1/map/positions", () -> other.press("Arrange"));
                other.assertNoErrors();
            }
            tester.page.reload();
            tester.awaitMap(6, 6, 0);
            assertThat(tester.page.evaluate(node + ".isPinned")).isEqualTo(false);
            tester.assertNoErrors();
        }
    }

    @Test
    void aRestartOfTheControllerIsShownAndThePageRecovers() {
        var first = start("restarted", "--emulate", "ring,4");
        URI url = URI.create(first.url());
        try (var tester = PageTester.signIn(first.firstLink())) {
            tester.awaitMap(4, 4, 0);
            first.close();
            Locator notice = tester.page.getByText("Disconnected from the controller, trying again");
            notice.waitFor();
            assertThat(tester.page.evaluate("window.beacon.map.counts().switches"))
                    .as("known data remains visible")
                    .isEqualTo(4);
            try (var _ = start("restarted", "--emulate", "ring,4", "-D", "http.listen=127.0.0.1:" + url.getPort())) {
                notice.waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.HIDDEN));
                tester.awaitMap(4, 4, 0);
                tester.forgetFailedRequests();
                tester.assertNoErrors();
            }
        }
    }
}
