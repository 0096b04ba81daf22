package net.beaconcontroller.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import net.beaconcontroller.labkit.BeaconProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time after which the map shows a change of the network. */
@NeedsBrowser
@Tag("measuring")
class CutLinkTest {
    /** The time in which a change in the network is visible. */
    private static final long MAX_DELAY_MILLIS = 1_000;

    @TempDir
    private Path folder;

    @Test
    void theMapOfAFatTreeIsCompleteAndACutLinkIsVisibleWithinASecond() {
        try (var beacon = BeaconProcess.start("-D", "data.folder=" + folder, "--emulate", "fattree,4");
                var tester = PageTester.signIn(beacon.firstLink())) {
            tester.awaitMap(20, 32, 0);
            beacon.type("pingall");
            tester.awaitMap(20, 32, 16);
            assertThat(tester.page.evaluate("window.beacon.map.layout.kind")).isEqualTo("layers");
            Locator map = tester.page.getByRole(AriaRole.APPLICATION);
            assertThat(map.getAttribute("aria-label")).isEqualTo("Map of 20 switches, 32 links, 16 hosts");

            tester.await("window.beacon.connection.isLive");
            long begin = System.nanoTime();
            beacon.type("link s1 s5 down");
            tester.awaitMap(20, 31, 16);
            assertThat((System.nanoTime() - begin) / 1_000_000).isLessThan(MAX_DELAY_MILLIS);
            assertThat(tester.page.evaluate("window.beacon.map.counts().removedLinks"))
                    .isEqualTo(1);
            beacon.type("link s1 s5 up");
            tester.awaitMap(20, 32, 16);
            tester.assertNoErrors();
        }
    }
}
