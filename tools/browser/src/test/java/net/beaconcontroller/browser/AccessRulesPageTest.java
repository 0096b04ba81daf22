package net.beaconcontroller.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import net.beaconcontroller.labkit.BeaconProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of the access rules, with an emulated network. */
@NeedsBrowser
class AccessRulesPageTest {
    @TempDir
    private Path folder;

    private static Locator button(FrameLocator page, String name) {
        return page.getByRole(
                AriaRole.BUTTON,
                new FrameLocator.GetByRoleOptions().setName(name).setExact(true));
    }

    private static void delete(FrameLocator page, String rule) {
        button(page, "Delete " + rule).click();
        page.getByRole(AriaRole.DIALOG)
                .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Delete"))
                .click();
        page.locator("#rule:focus").waitFor();
    }

    @Test
    void rulesAreAddedMovedAndExplained() {
        try (var beacon = BeaconProcess.start("-D", "data.folder=" + folder, "--emulate", "linear,2");
                var tester = PageTester.signIn(beacon.firstLink())) {
            tester.awaitMap(2, 1, 0);
            tester.page
                    .locator("#navigation")
                    .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("Access rules"))
                    .click();
            FrameLocator page = tester.page.frameLocator("iframe[title='Access rules']");
            page.getByText("Packets pass by default.").waitFor();

            page.locator("#rule").fill("deny tcp from 10.0.0.1");
            button(page, "Add").click();
            page.getByText("r1 is added: deny tcp from 10.0.0.1").waitFor();
            page.locator("#rule").fill("allow tcp to 10.0.0.2 port 80");
            page.locator("#rule").press("Enter");
            page.getByText("r2 is added").waitFor();

            page.locator("#from").fill("10.0.0.1");
            page.locator("#to").fill("10.0.0.2");
            button(page, "Explain").click();
            page.getByText("rule r1 is the first that matches: deny tcp from 10.0.0.1")
                    .waitFor();

            button(page, "Move r2 up").click();
            page.locator("#rules .table-body > .table-row:first-child")
                    .getByText("r2", new Locator.GetByTextOptions().setExact(true))
                    .waitFor();
            page.locator("#packet").press("Enter");
            page.getByText("rule r2 is the first that matches").waitFor();

            tester.page.setViewportSize(390, 800);
            assertThat(page.locator("body").evaluate("body => body.scrollWidth <= innerWidth"))
                    .as("fits a narrow screen")
                    .isEqualTo(true);
            button(page, "Disable r1").press("Enter");
            button(page, "Enable r1").waitFor();
            assertThat(page.locator("button:focus").getAttribute("aria-label"))
                    .as("keeps the focus")
                    .isEqualTo("Enable r1");
            delete(page, "r2");
            delete(page, "r1");
            page.getByText("Packets pass by default.").waitFor();
            assertThat(page.locator("#switches .table-body > .table-row").count())
                    .isEqualTo(2);
            tester.assertNoErrors();

            // the console reports the status of the answer
            page.locator("#rule").fill("deny tcp fron 10.0.0.1");
            button(page, "Add").click();
            page.getByText("fron: needs from, to, port, vlan or on").waitFor();
        }
    }
}
