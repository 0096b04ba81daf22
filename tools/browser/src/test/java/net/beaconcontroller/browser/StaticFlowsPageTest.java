package net.beaconcontroller.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import net.beaconcontroller.labkit.BeaconProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of static flows, which the application contributes. */
@NeedsBrowser
class StaticFlowsPageTest {
    @TempDir
    private Path folder;

    private static Locator text(FrameLocator page, String selector, String text) {
        return page.locator(selector).filter(new Locator.FilterOptions().setHasText(text));
    }

    @Test
    void anEntryIsCheckedWhileItIsTypedAddedAndDeleted() {
        try (var beacon = BeaconProcess.start("-D", "data.folder=" + folder, "--emulate", "linear,2");
                var tester = PageTester.signIn(beacon.firstLink())) {
            tester.awaitMap(2, 1, 0);
            tester.page
                    .locator("#navigation")
                    .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("Static flows"))
                    .click();
            FrameLocator page = tester.page.frameLocator("iframe[title='Static flows']");
            page.locator("#text").fill("tcp_dst=80,actions=output:1");
            text(page, "#problems .wrong", "tcp_dst: column 1").waitFor();
            assertThat(page.locator("#add").isDisabled()).isTrue();

            page.locator("#name").fill("web");
            page.locator("#text").fill("tcp,tcp_dst=80,actions=output:1");
            text(page, "#problems .valid", "This entry can be added.").waitFor();
            page.locator("#add").click();
            text(page, "#entries-list .table-body > .table-row", "web").waitFor();
            text(page, "#switches-list .table-body > .table-row", "in sync")
                    .first()
                    .waitFor();

            page.locator("#text").fill("tcp,tcp_dst=80,actions=drop");
            text(page, "#problems .wrong", "flow web has the same table, priority and match")
                    .waitFor();

            page.getByRole(AriaRole.BUTTON, new FrameLocator.GetByRoleOptions().setName("Delete web"))
                    .click();
            page.getByRole(AriaRole.DIALOG)
                    .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Delete"))
                    .click();
            text(page, "#entries-list .state", "No entry yet").waitFor();
            page.locator("#text:focus").waitFor();
            tester.assertNoErrors();
        }
    }
}
