package net.beaconcontroller.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.GetConfigReply;
import net.beaconcontroller.openflow.message.GetConfigRequest;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.switchkit.ReceivedMessage;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts of a switch that are HTML: the page shows them as texts. */
@NeedsBrowser
class HostileNamesTest {
    private static final long DATAPATH_ID = 0xbad;
    private static final String SCRIPT = "<img src=x onerror=\"window.isHacked = true\"><script>isHacked = 1</script>";
    /** Ports have names of up to 15 bytes. */
    private static final String PORT = "<img src=x>";

    @TempDir
    private Path folder;

    /** Answers the requests of the controller until the connection ends. */
    private static void answer(ScriptedSwitch sw) {
        try {
            sw.send(Hello.offering(Set.of(Version.OF13)));
            while (!sw.isClosed()) {
                try {
                    ReceivedMessage request = sw.await(_ -> true);
                    long xid = request.xid();
                    switch (request.message()) {
                        case FeaturesRequest _ ->
                            sw.send(new FeaturesReply(DATAPATH_ID, 256, 1, 0, 0, 0, List.of()), xid);
                        case SwitchDescription.Request _ ->
                            sw.send(new SwitchDescription(SCRIPT, SCRIPT, SCRIPT, PORT, SCRIPT), xid);
                        case PortDescription.Request _ ->
                            sw.send(new PortDescription.Reply(List.of(Port.of(1, 0x020000000001L, PORT))), xid);
                        case PortStats.Request _ -> sw.send(new PortStats.Reply(List.of()), xid);
                        case GetConfigRequest _ -> sw.send(new GetConfigReply(0, 128), xid);
                        case EchoRequest echo -> sw.send(new EchoReply(echo.data()), xid);
                        case BarrierRequest _ -> sw.send(new BarrierReply(), xid);
                        default -> {}
                    }
                } catch (TimeoutException _) {
                    // the controller had nothing to ask
                }
            }
        } catch (IOException | InterruptedException _) {
            // the test has ended
        }
    }

    @Test
    void textsOfASwitchAreShownAsTheyAre() throws IOException {
        try (var beacon = BeaconProcess.start("-D", "data.folder=" + folder, "--emulate", "linear,2");
                var sw = ScriptedSwitch.connect(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), beacon.port()),
                        DATAPATH_ID,
                        Version.OF13,
                        0,
                        ScriptedSwitch.Behavior.SILENT);
                var tester = PageTester.signIn(beacon.firstLink())) {
            Thread.ofVirtual().start(() -> answer(sw));
            tester.await("window.beacon.network.connected().length === 3");
            for (String address : List.of("switches", "switches/0000000000000bad", "switches/0000000000000bad/ports")) {
                tester.page.navigate(beacon.url() + "/#/" + address);
                tester.page
                        .locator("#content")
                        .getByText(
                                address.endsWith("ports") ? PORT : SCRIPT,
                                new Locator.GetByTextOptions().setExact(true))
                        .first()
                        .waitFor();
                assertThat(tester.page.locator("img[src=x]").count())
                        .as(address)
                        .isZero();
            }
            assertThat(tester.page.evaluate("window.isHacked")).isNull();
            tester.assertNoErrors();
        }
    }
}
