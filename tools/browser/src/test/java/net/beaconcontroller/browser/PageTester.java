package net.beaconcontroller.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.labkit.OvsLab;
import net.beaconcontroller.labkit.WaitingTime;
import org.awaitility.Awaitility;

/**
 * A browser window that shows the page of a controller. Collects what the page writes to the console, where a
 * violation of the Content-Security-Policy and an uncaught exception appear as well. Each instance has its own cookies
 * and storage.
 */
final class PageTester implements AutoCloseable {
    /** The widths that the page is made for. */
    enum Width {
        WIDE(1280, 800),
        NARROW(390, 780);

        private final int width;
        private final int height;

        Width(int width, int height) {
            this.width = width;
            this.height = height;
        }
    }

    private static final Duration POLL = Duration.ofMillis(50);

    /** The end of the controller causes it: the browser reports each request that fails. */
    private static final String FAILED_REQUEST = "net::ERR_";

    final Page page;
    private final Runnable end;
    private final List<String> errors = new ArrayList<>();

    private PageTester(BrowserContext context, Runnable end) {
        this.end = end;
        this.page = context.newPage();
        page.setDefaultTimeout((double) WaitingTime.MAXIMUM.toMillis());
        page.onConsoleMessage(this::hear);
        page.onPageError(errors::add);
    }

    /** The driver and the browser of all tests; they end with the JVM. */
    private static final class Shared {
        static final BrowserType CHROMIUM = Playwright.create(
                        new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")))
                .chromium();
        static final Browser BROWSER = launch(BrowserCondition.CHROMIUM.orElseThrow());

        static Browser launch(Path executable) {
            return CHROMIUM.launch(new BrowserType.LaunchOptions()
                    .setExecutablePath(executable)
                    .setArgs(List.of("--no-sandbox")));
        }
    }

    /** Opens a window. */
    static PageTester open(Width width, ColorScheme theme) {
        BrowserContext context = Shared.BROWSER.newContext(new Browser.NewContextOptions()
                .setViewportSize(width.width, width.height)
                .setColorScheme(theme));
        return new PageTester(context, context::close);
    }

    /** Opens a wide window with the dark theme, and signs in. */
    static PageTester signIn(String link) {
        PageTester tester = open(Width.WIDE, ColorScheme.DARK);
        tester.page.navigate(link);
        return tester;
    }

    /**
     * Signs in with a browser that runs inside a lab, where its controller listens. The browser ends with the window.
     *
     * @param folder an empty folder
     */
    static PageTester signInInside(OvsLab lab, String link, Path folder) throws IOException {
        Path script = folder.resolve("chromium");
        String chromium = BrowserCondition.CHROMIUM.orElseThrow().toString();
        Files.writeString(script, "#!/bin/sh\nexec %s %s \"$@\"\n".formatted(String.join(" ", lab.inside()), chromium));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        Browser browser = Shared.launch(script);
        var tester = new PageTester(browser.newContext(), browser::close);
        tester.page.navigate(link);
        return tester;
    }

    private void hear(ConsoleMessage message) {
        if (message.type().equals("error")) {
            errors.add(message.text() + " (" + message.location() + ")");
        }
    }

    /**
     * Waits until a JavaScript expression is true. The page describes its state in {@code window.beacon}. Polls,
     * because the policy of the page keeps {@link Page#waitForFunction} from evaluating text.
     */
    void await(String expression) {
        Awaitility.await(expression)
                .pollInSameThread()
                .pollInterval(POLL)
                .until(() -> Boolean.TRUE.equals(page.evaluate(expression)));
    }

    /** Returns the heading with a text. */
    Locator heading(String text) {
        return page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName(text));
    }

    /** Presses the button with a name. */
    void press(String name) {
        page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName(name).setExact(true))
                .click();
    }

    /** Waits until the map shows a network. */
    void awaitMap(int switches, int links, int hosts) {
        await("""
                (() => {
                    const counts = window.beacon?.map?.counts();
                    return Boolean(counts) && counts.isDrawn && counts.switches === %d && counts.links === %d
                        && counts.devices === %d;
                })()""".formatted(switches, links, hosts));
    }

    /** Forgets the errors of requests that failed because the controller was not running. */
    void forgetFailedRequests() {
        errors.removeIf(error -> error.contains(FAILED_REQUEST));
    }

    /** Checks that the page wrote no error to the console. */
    void assertNoErrors() {
        assertThat(errors).as("errors in the console").isEmpty();
    }

    /** Writes a picture of the window. */
    void screenshot(Path file) {
        page.screenshot(new Page.ScreenshotOptions().setPath(file));
    }

    @Override
    public void close() {
        end.run();
    }
}
