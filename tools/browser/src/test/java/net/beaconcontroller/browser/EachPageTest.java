package net.beaconcontroller.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import net.beaconcontroller.browser.PageTester.Width;
import net.beaconcontroller.lab.BeaconProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each page with an emulated fat tree, at both widths and in both themes: axe-core finds nothing serious, the console
 * has no error, and {@code target/screenshots} has a picture.
 */
@NeedsBrowser
class EachPageTest {
    private static final String SWITCH = "switches/0000000000000001";
    private static final List<String> PAGES = List.of(
            "topology",
            "switches",
            SWITCH,
            SWITCH + "/ports",
            SWITCH + "/flows",
            SWITCH + "/tables",
            "devices",
            "devices/00:00:00:00:00:01",
            "applications",
            "performance",
            "events",
            "settings",
            "settings/log",
            "extension/staticflows/staticflows.html",
            "style");

    /** What a page has when it has data. */
    private static final String DATA =
            ":is(.table-body > .table-row, .facts dd, .application, .plot-legend b, .swatch, iframe.extension)";

    private static final Path SCREENSHOTS = Path.of(System.getProperty("basedir", ""), "target", "screenshots");

    @TempDir
    private static Path folder;

    private static BeaconProcess beacon;

    @BeforeAll
    static void start() {
        beacon = BeaconProcess.start("-D", "data.folder=" + folder, "--emulate", "fattree,4");
        try (PageTester tester = PageTester.signIn(beacon.firstLink())) {
            tester.awaitMap(20, 32, 0);
            beacon.type("pingall");
            tester.awaitMap(20, 32, 16);
        }
    }

    @AfterAll
    static void stop() {
        beacon.close();
    }

    @ParameterizedTest
    @CsvSource({"WIDE, DARK", "WIDE, LIGHT", "NARROW, DARK", "NARROW, LIGHT"})
    void isAccessibleAndWritesNoErrors(Width width, ColorScheme theme) {
        try (PageTester tester = PageTester.open(width, theme)) {
            tester.page.navigate(beacon.firstLink());
            for (String name : PAGES) {
                tester.page.navigate(beacon.url() + "/#/" + name);
                if (name.equals("topology")) {
                    tester.awaitMap(20, 32, 16);
                } else {
                    tester.page
                            .locator("[data-page=%s] %s".formatted(name.split("/", 2)[0], DATA))
                            .first()
                            .waitFor();
                }
                tester.screenshot(SCREENSHOTS.resolve("%s-%s-%s.png"
                        .formatted(name.replaceAll("\\W", "-"), width, theme)
                        .toLowerCase(Locale.ROOT)));
                assertThat(Accessibility.findings(tester.page.mainFrame()))
                        .as(name)
                        .isEmpty();
            }
            tester.assertNoErrors();
        }
    }
}
