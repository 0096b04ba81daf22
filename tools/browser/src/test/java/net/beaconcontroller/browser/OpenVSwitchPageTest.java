package net.beaconcontroller.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Path;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The page of a switch that is a real Open vSwitch. */
@NeedsBrowser
@NeedsOpenVSwitch
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenVSwitchPageTest {
    @TempDir
    private static Path folder;

    @TempDir
    private static Path data;

    private final OvsLab lab = OvsLab.build("single,2", "OpenFlow13");
    private BeaconProcess beacon;
    private PageTester tester;

    @BeforeAll
    void start() throws IOException {
        beacon = BeaconProcess.startIn(lab, "topology,devices,routing", data.toString());
        lab.localPorts().setUp();
        beacon.control(lab);
        tester = PageTester.signInInside(lab, beacon.firstLink(), folder);
    }

    @AfterAll
    void close() {
        try (lab) {
            tester.close();
            beacon.close();
        }
    }

    private void open(String place) {
        tester.page.navigate(beacon.url() + "/#/" + place);
    }

    @Test
    void aFlowThatIsAddedOnThePageIsInTheTableOfOpenVSwitch() {
        open("switches/0000000000000001/flows");
        Locator field = tester.page.getByLabel("Add a flow");
        field.fill("priority=10,tcp,tp_dst=80,actions=output:2");
        tester.page.getByText("Valid: ").waitFor();
        field.press("Enter");
        Awaitility.await().untilAsserted(() -> assertThat(lab.tables().flows(1))
                .anySatisfy(flow -> assertThat(flow).endsWith("priority=10,tcp,tp_dst=80 actions=output:2")));

        tester.press("Undo");
        Awaitility.await().untilAsserted(() -> assertThat(lab.tables().flows(1))
                .noneSatisfy(flow -> assertThat(flow).contains("tp_dst=80")));
        tester.assertNoErrors();
    }

    @Test
    void theAddressOfTheBridgeIsAtItsLocalPort() {
        assertThat(lab.localPorts().ping(1, lab.address(1)))
                .as(beacon::toString)
                .isTrue();
        open("devices");
        Locator device = tester.page
                .getByRole(AriaRole.ROW)
                .filter(new Locator.FilterOptions().setHasText(lab.localPorts().address(1)));
        assertThat(device.innerText()).contains("s1 port LOCAL");
        open("switches/0000000000000001/ports");
        Locator port = tester.page.getByRole(AriaRole.ROW).filter(new Locator.FilterOptions().setHasText("LOCAL"));
        assertThat(port.innerText()).contains("s1", lab.localPorts().address(1));
        tester.page
                .getByText("The application statistics is not running: rates are unknown.")
                .waitFor();
        tester.assertNoErrors();
    }
}
