package net.beaconcontroller.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import net.beaconcontroller.lab.BeaconProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of the applications: what is stopped and started there stops and starts. */
@NeedsBrowser
class ApplicationsPageTest {
    @TempDir
    private Path folder;

    private static void press(PageTester tester, String name) {
        tester.page
                .getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName(name).setExact(true))
                .click();
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

    private static void awaitState(PageTester tester, String application, String state) {
        tester.await("""
                async () => {
                    const response = await fetch('/api/v1/applications/%s');
                    return (await response.json()).state === '%s';
                }""".formatted(application, state));
        tester.page
                .getByRole(AriaRole.ARTICLE, new Page.GetByRoleOptions().setName(application))
                .locator(".badge")
                .filter(new Locator.FilterOptions().setHasText(state))
                .waitFor();
    }

    @Test
    void anApplicationStopsAndStartsAfterALookAtThePlan() {
        try (var beacon = BeaconProcess.start("-D", "data.folder=" + folder);
                var tester = PageTester.signIn(beacon.firstLink())) {
            tester.page.navigate(beacon.url() + "/#/applications");
            press(tester, "Stop topology");
            assertThat(confirm(tester, "Stop")).contains("devices 0.1.0 stops and waits", "needs service Topology");
            awaitState(tester, "topology", "stopped");
            awaitState(tester, "devices", "waiting");

            press(tester, "Start topology");
            confirm(tester, "Start");
            awaitState(tester, "topology", "running");
            awaitState(tester, "devices", "running");
        }
    }

    @Test
    void theReasonIsShownWhenAFileCannotBeInstalled() {
        try (var beacon = BeaconProcess.start("-D", "data.folder=" + folder);
                var tester = PageTester.signIn(beacon.firstLink())) {
            tester.page.navigate(beacon.url() + "/#/applications");
            var chooser = tester.page.waitForFileChooser(() -> press(tester, "Install"));
            chooser.setFiles(Path.of("pom.xml"));
            tester.page
                    .getByRole(AriaRole.DIALOG)
                    .getByText("Installing pom.xml is not possible")
                    .waitFor();
        }
    }
}
