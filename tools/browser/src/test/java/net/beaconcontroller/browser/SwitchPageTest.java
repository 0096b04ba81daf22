package net.beaconcontroller.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import net.beaconcontroller.labkit.BeaconProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a switch, with an emulated network. The tests compare its content with the reports of the switch. */
@NeedsBrowser
class SwitchPageTest {
    private static final String FLOW = "priority=10,tcp,tp_dst=80,actions=output:2";

    /** The number of tests, and of switches. */
    private static final int TESTS = 5;

    @TempDir
    private static Path folder;

    private static BeaconProcess beacon;
    private static int switches;

    /** Each test has its own. */
    private final String id = "%016x".formatted(++switches);

    private PageTester tester;
    private Page page;

    @BeforeAll
    static void startController() {
        beacon = BeaconProcess.start("-D", "data.folder=" + folder, "--emulate", "linear," + TESTS);
    }

    @AfterAll
    static void stopController() {
        beacon.close();
    }

    @BeforeEach
    void open() {
        tester = PageTester.signIn(beacon.firstLink());
        page = tester.page;
        page.navigate(beacon.url() + "/#/switches/" + id + "/flows");
        page.getByLabel("Filter flows").waitFor();
    }

    @AfterEach
    void close() {
        tester.close();
    }

    /** Waits until the switch has, or has not, the flow. */
    private void awaitInSwitch(boolean isPresent) {
        tester.await("""
                async () => {
                    const response = await fetch('/api/v1/switches/%s/flows');
                    const flows = await response.json();
                    return flows.some(flow => flow.match.endsWith('tcp_dst=80') && flow.priority === 10) === %s;
                }""".formatted(id, isPresent));
    }

    private Locator field() {
        return page.getByLabel("Add a flow");
    }

    private Locator row() {
        return page.getByRole(AriaRole.ROW).filter(new Locator.FilterOptions().setHasText("tcp_dst=80"));
    }

    private void add() {
        field().fill(FLOW);
        page.getByText("Valid: ").waitFor();
        field().press("Enter");
        row().waitFor();
    }

    @Test
    void aFlowThatIsAddedOnThePageIsInTheSwitch() {
        add();
        awaitInSwitch(true);
        assertThat(field().inputValue()).isEmpty();

        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Undo"))
                .click();
        awaitInSwitch(false);
        tester.assertNoErrors();
    }

    @Test
    void aFlowThatIsDeletedComesBackWithUndo() {
        add();
        row().getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Delete"))
                .click();
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        assertThat(dialog.textContent()).contains("tcp_dst=80");
        dialog.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Delete"))
                .click();
        page.getByText("The flow is deleted").waitFor();
        awaitInSwitch(false);

        Locator notice = page.locator(".toast").filter(new Locator.FilterOptions().setHasText("The flow is deleted"));
        notice.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Undo"))
                .click();
        awaitInSwitch(true);
        row().waitFor();
        tester.assertNoErrors();
    }

    @Test
    void theWrongPartOfAFlowIsMarkedWhileOneTypes() {
        field().pressSequentially("priority=10,foo=1,actions=output:2");
        Locator mark = page.locator(".marks mark").filter(new Locator.FilterOptions().setHasText("foo=1"));
        mark.waitFor();
        assertThat(mark.textContent()).isEqualTo("foo=1");
        assertThat(field().getAttribute("aria-invalid")).isEqualTo("true");
        assertThat(page.locator("#flow-message").textContent()).contains("Needs the name of a field");
        assertThat(page.getByRole(
                                AriaRole.BUTTON,
                                new Page.GetByRoleOptions().setName("Add").setExact(true))
                        .isDisabled())
                .isTrue();
    }

    @Test
    void eachTabShowsWhatTheSwitchReports() {
        for (String tab : new String[] {"Overview", "Ports", "Groups", "Meters", "Tables"}) {
            page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName(tab))
                    .click();
            page.locator("[role=tabpanel] :is(.tile, .table-body > .table-row, .state h2)")
                    .first()
                    .waitFor();
        }
        page.getByText("64 tables").waitFor();
        tester.assertNoErrors();
    }

    @Test
    void theOverviewHasThePanelOfTheLinksOfThisSwitch() {
        page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Overview"))
                .click();
        Locator rows = page.frameLocator("iframe[title='Latency of its links']").locator(".table-body > .table-row");
        // Each cable has two links, and the switches are in a row.
        boolean isAtAnEnd = id.endsWith("1") || id.endsWith("" + TESTS);
        int links = isAtAnEnd ? 2 : 4;
        rows.nth(links - 1).waitFor();
        assertThat(rows.count()).isEqualTo(links);
        tester.assertNoErrors();
    }
}
