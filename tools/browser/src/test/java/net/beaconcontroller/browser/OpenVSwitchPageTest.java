package net.beaconcontroller.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.io.IOException;
import java.nio.file.Path;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a switch that is a real Open vSwitch. */
@NeedsBrowser
@NeedsOpenVSwitch
class OpenVSwitchPageTest {
    @TempDir
    private Path folder;

    @TempDir
    private Path data;

    @Test
    void aFlowThatIsAddedOnThePageIsInTheTableOfOpenVSwitch() throws IOException {
        try (var lab = OvsLab.build("single,2", "OpenFlow13");
                var beacon = BeaconProcess.startIn(lab, "topology", data.toString())) {
            beacon.control(lab);
            try (var tester = PageTester.signInInside(lab, beacon.firstLink(), folder)) {
                tester.page.navigate(beacon.url() + "/#/switches/0000000000000001/flows");
                Locator field = tester.page.getByLabel("Add a flow");
                field.fill("priority=10,tcp,tp_dst=80,actions=output:2");
                tester.page.getByText("Valid: ").waitFor();
                field.press("Enter");
                Awaitility.await().untilAsserted(() -> assertThat(lab.flows(1))
                        .anySatisfy(flow -> assertThat(flow).endsWith("priority=10,tcp,tp_dst=80 actions=output:2")));

                tester.press("Undo");
                Awaitility.await().untilAsserted(() -> assertThat(lab.flows(1))
                        .noneSatisfy(flow -> assertThat(flow).contains("tp_dst=80")));
                tester.assertNoErrors();
            }
        }
    }
}
