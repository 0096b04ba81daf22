package net.beaconcontroller.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.regex.Pattern;
import net.beaconcontroller.browser.PageTester.Width;
import net.beaconcontroller.labkit.BeaconProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page of the application statistics, with an emulated fat tree. */
@NeedsBrowser
class StatisticsPageTest {
    private static final String PAGE = "/#/extension/statistics/statistics.html";

    @TempDir
    private static Path folder;

    private static BeaconProcess beacon;

    @BeforeAll
    static void start() {
        beacon = BeaconProcess.start(
                "-D",
                "data.folder=" + folder,
                "--apps",
                "topology,devices,routing,statistics",
                "-D",
                "app.statistics.interval=1s",
                "-D",
                "app.statistics.flow-interval=1s",
                "--emulate",
                "fattree,4");
        beacon.type("pingall");
    }

    @AfterAll
    static void stop() {
        beacon.close();
    }

    private static FrameLocator open(PageTester tester) {
        tester.page.navigate(beacon.firstLink());
        tester.page.navigate(beacon.url() + PAGE);
        return tester.page.frameLocator("iframe.extension");
    }

    private static Locator rows(FrameLocator frame) {
        return frame.locator(".table-body > .table-row");
    }

    private static void choose(FrameLocator frame, String kind) {
        frame.getByRole(
                        AriaRole.TAB,
                        new FrameLocator.GetByRoleOptions().setName(kind).setExact(true))
                .click();
    }

    /** Orders by the switch, in an order as in aria-sort. */
    private static void sortBySwitch(FrameLocator frame, String order) {
        Locator head = frame.getByRole(AriaRole.COLUMNHEADER, new FrameLocator.GetByRoleOptions().setName("Switch"));
        head.getByRole(AriaRole.BUTTON).click();
        frame.locator(
                        "[role=columnheader][aria-sort=%s]".formatted(order),
                        new FrameLocator.LocatorOptions().setHasText("Switch"))
                .waitFor();
    }

    @ParameterizedTest
    @CsvSource({"WIDE, DARK", "WIDE, LIGHT", "NARROW, DARK", "NARROW, LIGHT"})
    void isAccessibleAndWritesNoErrors(Width width, ColorScheme theme) {
        try (PageTester tester = PageTester.open(width, theme)) {
            FrameLocator frame = open(tester);
            for (String kind : new String[] {"Ports", "Links", "Top flows", "Tables", "Collection"}) {
                choose(frame, kind);
                rows(frame).first().waitFor();
                assertThat(Accessibility.findingsInside(tester.page, theme))
                        .as(kind)
                        .isEmpty();
            }
            choose(frame, "Ports");
            rows(frame).first().waitFor();
            if (width == Width.WIDE) {
                frame.locator(".table-body svg.sparkline").first().waitFor();
            }
            tester.assertNoErrors();
        }
    }

    @Test
    void sortsByTheChosenColumn() {
        try (PageTester tester = PageTester.open(Width.WIDE, ColorScheme.LIGHT)) {
            FrameLocator frame = open(tester);
            rows(frame).first().waitFor();
            Locator first = rows(frame).first().locator("[role=cell]").first();
            sortBySwitch(frame, "ascending");
            assertThat(first.textContent()).isEqualTo("s1");
            sortBySwitch(frame, "descending");
            assertThat(first.textContent()).isEqualTo("s20");
            tester.assertNoErrors();
        }
    }

    @Test
    void showsTheLoadOfALinkDuringAStream() {
        try (PageTester tester = PageTester.open(Width.WIDE, ColorScheme.LIGHT)) {
            FrameLocator frame = open(tester);
            choose(frame, "Links");
            beacon.type("stream h1 h16 500MB &");
            rows(frame)
                    .filter(new Locator.FilterOptions().setHasText(Pattern.compile("[MG]bit/s")))
                    .first()
                    .waitFor();
        }
    }

    @Test
    void theMapTakesTheLoadsOfAllLinksFromTheStatistics() {
        try (PageTester tester = PageTester.signIn(beacon.firstLink())) {
            tester.awaitMap(20, 32, 16);
            tester.page.waitForResponse("**/api/statistics/links", () -> beacon.type("stream h2 h15 500MB &"));
            tester.await("window.beacon.map.scene.links.some(link => link.rate > 1e6)");
        }
    }

    @Test
    void thePageOfASwitchShowsTheRatesOfItsPorts() {
        try (PageTester tester = PageTester.signIn(beacon.firstLink())) {
            tester.page.navigate(beacon.url() + "/#/switches/0000000000000001/ports");
            tester.page.locator("[role=row] .rate").first().waitFor();
            assertThat(tester.page.getByText("rates are unknown").isVisible()).isFalse();
            tester.assertNoErrors();
        }
    }
}
