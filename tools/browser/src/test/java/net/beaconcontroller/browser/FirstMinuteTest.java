package net.beaconcontroller.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.lab.BeaconProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page after a start of the controller, without and with the link that the controller prints. */
@NeedsBrowser
class FirstMinuteTest {
    /** The time in which a change in the network is visible. */
    private static final long MAX_DELAY_MILLIS = 1_000;

    @TempDir
    private Path folder;

    private BeaconProcess start(String... options) {
        var all = new ArrayList<>(List.of("-D", "data.folder=" + folder));
        all.addAll(List.of(options));
        return BeaconProcess.start(all.toArray(String[]::new));
    }

    @Test
    void withoutTheLinkThePageTellsHowToSignIn() {
        try (var beacon = start();
                var tester = PageTester.open(PageTester.Width.WIDE, ColorScheme.LIGHT)) {
            tester.page.navigate(beacon.url() + "/");
            tester.heading("No permission").waitFor();
            assertThat(tester.page.getByText("./beacon open").isVisible()).isTrue();
        }
    }

    @Test
    void theLinkSignsInAndTellsHowToConnectTheFirstSwitch() {
        try (var beacon = start();
                var tester = PageTester.signIn(beacon.firstLink())) {
            tester.heading("No switch yet").waitFor();
            assertThat(tester.page.url()).doesNotContain("token");
            assertThat(tester.page.getByText("tcp:127.0.0.1:" + beacon.port()).isVisible())
                    .isTrue();
            tester.assertNoErrors();
        }
    }

    @Test
    void theMapOfAFatTreeIsCompleteAndACutLinkIsVisibleWithinASecond() {
        try (var beacon = start("--emulate", "fattree,4");
                var tester = PageTester.signIn(beacon.firstLink())) {
            tester.awaitMap(20, 32, 0);
            beacon.type("pingall");
            tester.awaitMap(20, 32, 16);
            assertThat(tester.page.evaluate("window.beacon.map.layout.kind")).isEqualTo("layers");
            Locator map = tester.page.getByRole(AriaRole.APPLICATION);
            assertThat(map.getAttribute("aria-label")).isEqualTo("Map of 20 switches, 32 links, 16 hosts");

            tester.await("window.beacon.connection.isLive");
            long begin = System.nanoTime();
            beacon.type("link s1 s5 down");
            tester.awaitMap(20, 31, 16);
            assertThat((System.nanoTime() - begin) / 1_000_000).isLessThan(MAX_DELAY_MILLIS);
            assertThat(tester.page.evaluate("window.beacon.map.counts().removedLinks"))
                    .isEqualTo(1);
            beacon.type("link s1 s5 up");
            tester.awaitMap(20, 32, 16);
            tester.assertNoErrors();
        }
    }

    @Test
    void theMapOfARingIsARing() {
        try (var beacon = start("--emulate", "ring,6");
                var tester = PageTester.signIn(beacon.firstLink())) {
            tester.awaitMap(6, 6, 0);
            assertThat(tester.page.evaluate("window.beacon.map.layout.kind")).isEqualTo("ring");
        }
    }

    @Test
    void allBrowsersShowWhereASwitchWasDragged() {
        String node = "window.beacon.map.scene.nodes.get('0000000000000001')";
        try (var beacon = start("--emulate", "ring,6");
                var tester = PageTester.signIn(beacon.firstLink())) {
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
            try (var other = PageTester.signIn(beacon.firstLink())) {
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
        var first = start("--emulate", "ring,4");
        URI url = URI.create(first.url());
        try (var tester = PageTester.signIn(first.firstLink())) {
            tester.awaitMap(4, 4, 0);
            first.close();
            Locator notice = tester.page.getByText("Disconnected from the controller, trying again");
            notice.waitFor();
            assertThat(tester.page.evaluate("window.beacon.map.counts().switches"))
                    .as("what was known remains visible")
                    .isEqualTo(4);
            try (var _ = start("--emulate", "ring,4", "-D", "http.listen=127.0.0.1:" + url.getPort())) {
                notice.waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.HIDDEN));
                tester.awaitMap(4, 4, 0);
                tester.forgetFailedRequests();
                tester.assertNoErrors();
            }
        }
    }
}
