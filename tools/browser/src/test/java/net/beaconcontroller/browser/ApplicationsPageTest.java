package net.beaconcontroller.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.JSHandle;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import net.beaconcontroller.labkit.BeaconProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of the applications, on which a user stops, starts, removes, installs and updates them. */
@NeedsBrowser
class ApplicationsPageTest {
    /** An application that comes with the controller. */
    private static final Path HUB = BeaconProcess.bundledApplication("hub");

    @TempDir
    private static Path folder;

    private static BeaconProcess beacon;

    private PageTester tester;

    @BeforeAll
    static void start() {
        beacon = BeaconProcess.start("-D", "data.folder=" + folder, "--emulate", "linear,2");
    }

    @AfterAll
    static void stop() {
        beacon.close();
    }

    /** Each test begins with the applications as they are after a start, and a window of its own. */
    @BeforeEach
    void open() {
        tester = PageTester.signIn(beacon.firstLink());
        tester.awaitMap(2, 1, 0);
        tester.page.navigate(beacon.url() + "/#/applications");
        for (String application : List.of("topology", "devices")) {
            awaitState(tester, application, "running");
        }
    }

    @AfterEach
    void close() {
        tester.close();
    }

    /** Confirms the plan that the page shows, and returns its text. */
    private static String confirm(PageTester tester, String label) {
        Locator dialog = tester.page.getByRole(AriaRole.DIALOG);
        String plan = dialog.textContent();
        dialog.getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(label).setExact(true))
                .click();
        return plan;
    }

    /** Drops a file on the page, as a file manager does. */
    private static void drop(PageTester tester, Path file) throws IOException {
        JSHandle transfer = tester.page.evaluateHandle(
                """
                ([name, content]) => {
                    const bytes = Uint8Array.from(atob(content), one => one.charCodeAt(0));
                    const transfer = new DataTransfer();
                    transfer.items.add(new File([bytes], name));
                    return transfer;
                }""",
                List.of(file.getFileName().toString(), Base64.getEncoder().encodeToString(Files.readAllBytes(file))));
        for (String event : List.of("dragenter", "dragover", "drop")) {
            tester.page.dispatchEvent(".page[data-page=applications]", event, Map.of("dataTransfer", transfer));
        }
    }

    private static Locator card(PageTester tester, String application) {
        return tester.page.getByRole(AriaRole.ARTICLE, new Page.GetByRoleOptions().setName(application));
    }

    private static void awaitState(PageTester tester, String application, String state) {
        // A request for an application that is not installed yet would be an error in the console.
        card(tester, application).waitFor();
        tester.await("""
                async () => {
                    const response = await fetch('/api/v1/applications/%s');
                    return (await response.json()).state === '%s';
                }""".formatted(application, state));
        card(tester, application)
                .locator(".badge")
                .filter(new Locator.FilterOptions().setHasText(state))
                .waitFor();
    }

    @Test
    void anApplicationStopsAndStartsAfterALookAtThePlan() {
        tester.press("Stop topology");
        assertThat(confirm(tester, "Stop"))
                .containsPattern("devices \\S+ stops and waits")
                .contains("needs service Topology");
        awaitState(tester, "topology", "stopped");
        awaitState(tester, "devices", "waiting");

        tester.press("Start topology");
        confirm(tester, "Start");
        awaitState(tester, "topology", "running");
        awaitState(tester, "devices", "running");
    }

    @Test
    void aJarFileThatIsDroppedOnThePageIsInstalledOrUpdated() throws IOException {
        tester.press("Remove hub");
        confirm(tester, "Remove");
        card(tester, "hub").waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));

        drop(tester, HUB);
        assertThat(confirm(tester, "Install"))
                .contains("Install " + HUB.getFileName())
                .containsPattern("hub \\S+ is installed");
        awaitState(tester, "hub", "running");

        tester.assertNoErrors();
        drop(tester, HUB);
        assertThat(confirm(tester, "Update")).contains("Update with " + HUB.getFileName());
        awaitState(tester, "hub", "running");
    }

    @Test
    void aPageOfAnApplicationComesAndGoesWithIt() {
        Locator links = tester.page
                .locator("#navigation")
                .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("Links"));
        links.click();
        FrameLocator frame = tester.page.frameLocator("iframe[title=Links]");
        Locator summary = frame.getByText("2 links", new FrameLocator.GetByTextOptions().setExact(true));
        summary.waitFor();
        frame.getByText(Pattern.compile("s1 port")).first().click();
        tester.heading("s1").waitFor();
        links.click();
        summary.waitFor();

        tester.page.navigate(beacon.url() + "/#/applications");
        tester.press("Stop topology");
        confirm(tester, "Stop");
        awaitState(tester, "topology", "stopped");
        links.waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));
        tester.page.goBack();
        tester.heading("This page is not available").waitFor();

        tester.page.goForward();
        tester.press("Start topology");
        confirm(tester, "Start");
        awaitState(tester, "topology", "running");
        links.click();
        summary.waitFor();
        tester.assertNoErrors();
    }

    @Test
    void theReasonIsShownWhenAFileCannotBeInstalled() {
        var chooser = tester.page.waitForFileChooser(() -> tester.press("Install"));
        chooser.setFiles(Path.of("pom.xml"));
        tester.page
                .getByRole(AriaRole.DIALOG)
                .getByText("Installing pom.xml is not possible")
                .waitFor();
    }
}
