package net.beaconcontroller.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import net.beaconcontroller.browser.PageTester.Width;
import net.beaconcontroller.labkit.BeaconProcess;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each page with an emulated fat tree, at both widths and in both themes: axe-core finds nothing serious, and the
 * console has no error. If the environment variable BEACON_SCREENSHOTS names a folder, it gets the pictures.
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
            "style");

    /** Selects the elements that a page has when it shows data. */
    private static final String DATA =
            ":is(.table-body > .table-row, .facts dd, .application, .plot-legend b, .swatch)";

    private static final String STATIC_FLOWS = "extension/staticflows/staticflows.html";
    private static final String ACCESS_RULES = "extension/acl/rules.html";
    private static final String LINKS = "extension/topology/links.html";

    /** A folder for pictures; null for none. */
    private static final @Nullable String SCREENSHOTS = System.getenv("BEACON_SCREENSHOTS");

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
            post(tester, "staticflows/entries", """
                    {entries: [
                        {name: 'web', text: 'priority=30,tcp,tp_dst=80,actions=output:2'},
                        {kind: 'group', text: 'group_id=1,type=all,bucket=output:1,bucket=output:2'}]}""");
            post(tester, "acl/rules", "{rule: 'deny tcp from 10.0.0.1 to 10.0.0.2 port 22'}");
            post(tester, "acl/rules", "{rule: 'deny tcp from 10.0.0.1 to 10.0.0.2 port 22', name: 'shadowed'}");
            post(tester, "acl/rules", "{rule: 'allow udp', enabled: false}");
        }
    }

    private static void post(PageTester tester, String resource, String body) {
        tester.page.evaluate("""
                async () => {
                    const api = await import('/ui/lib/api.js');
                    await api.change('POST', '/api/%s', %s);
                }""".formatted(resource, body));
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
                screenshot(tester, name, width, theme);
                assertThat(Accessibility.findings(tester.page.mainFrame(), theme))
                        .as(name)
                        .isEmpty();
            }
            tester.assertNoErrors();
        }
    }

    @ParameterizedTest
    @CsvSource({"WIDE, DARK", "WIDE, LIGHT", "NARROW, DARK", "NARROW, LIGHT"})
    void pagesOfApplicationsAreAccessibleInsideOfTheirFrames(Width width, ColorScheme theme) {
        try (PageTester tester = PageTester.open(width, theme)) {
            tester.page.navigate(beacon.firstLink());
            for (String name : List.of(STATIC_FLOWS, ACCESS_RULES, LINKS)) {
                tester.page.navigate(beacon.url() + "/#/" + name);
                FrameLocator frame = tester.page.frameLocator("iframe.extension");
                frame.locator("html[data-theme=%s]".formatted(theme).toLowerCase(Locale.ROOT))
                        .waitFor();
                frame.locator(".table-body > .table-row").first().waitFor();
                showMore(name, frame);
                screenshot(tester, name, width, theme);
                assertThat(Accessibility.findings(tester.page.mainFrame(), theme))
                        .as("around %s", name)
                        .isEmpty();
                assertThat(Accessibility.findingsInside(tester.page, theme))
                        .as(name)
                        .isEmpty();
            }
            tester.assertNoErrors();
        }
    }

    /** Makes the page of an application show the parts that it shows on demand only. */
    private static void showMore(String name, FrameLocator frame) {
        switch (name) {
            case STATIC_FLOWS -> {
                frame.locator("#switches-list .table-body > .table-row").first().waitFor();
                frame.locator("#text").fill("tcp_dst=80,actions=output:1");
                frame.locator("#problems .wrong").first().waitFor();
            }
            case ACCESS_RULES -> {
                frame.locator("#from").fill("10.0.0.1");
                frame.locator("#to").fill("10.0.0.2");
                frame.locator("#explain").click();
                frame.locator("#explanation .badge").waitFor();
            }
            default -> {}
        }
    }

    /** Makes a picture for people who want to look at all pages. */
    private static void screenshot(PageTester tester, String name, Width width, ColorScheme theme) {
        if (SCREENSHOTS != null) {
            tester.screenshot(Path.of(SCREENSHOTS)
                    .resolve("%s-%s-%s.png"
                            .formatted(name.replaceAll("\\W", "-"), width, theme)
                            .toLowerCase(Locale.ROOT)));
        }
    }
}
