package net.beaconcontroller.browser;

import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import net.beaconcontroller.browser.PageTester.Width;
import net.beaconcontroller.labkit.BeaconProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes the pictures of the documentation from a running controller, only if {@code BEACON_PICTURES} in the environment
 * names their folder; docs/web.md has the command.
 */
@NeedsBrowser
@EnabledIfEnvironmentVariable(named = "BEACON_PICTURES", matches = ".+", disabledReason = "makes pictures on request")
class PicturesTest {
    private static final String LOADED = "window.beacon.map.scene.links.filter(({rate}) => rate > 1e6).length >= 14";
    private static final int SECONDS_OF_LOAD = 45;

    @TempDir
    private Path folder;

    private static void write(PageTester tester, String name) {
        tester.screenshot(Path.of(System.getenv("BEACON_PICTURES"), name + ".png"));
    }

    private static PageTester open(BeaconProcess beacon, Width width, ColorScheme theme, String address) {
        PageTester tester = PageTester.open(width, theme);
        tester.page.navigate(beacon.firstLink());
        tester.page.navigate(beacon.url() + "/#/" + address);
        return tester;
    }

    @Test
    @Timeout(180)
    void ofTheMapAndThePages() {
        try (var beacon = BeaconProcess.start("-D", "data.folder=" + folder, "--emulate", "fattree,4")) {
            makeWide(beacon);
            try (PageTester tester =
                    open(beacon, Width.WIDE, ColorScheme.DARK, "topology?from=10.0.0.1&to=10.0.0.16")) {
                tester.page.getByText("shortest paths").waitFor();
                write(tester, "path");
            }
            try (PageTester tester = open(beacon, Width.NARROW, ColorScheme.DARK, "topology")) {
                tester.awaitMap(20, 32, 16);
                tester.await(LOADED);
                write(tester, "map-narrow");
            }
        }
    }

    private static void makeWide(BeaconProcess beacon) {
        try (PageTester tester = open(beacon, Width.WIDE, ColorScheme.LIGHT, "topology")) {
            tester.awaitMap(20, 32, 0);
            beacon.type("pingall");
            tester.awaitMap(20, 32, 16);
            beacon.type("link s4 s12 down");
            beacon.type("stream h1 h16 100GB &");
            beacon.type("stream h5 h10 100GB &");
            beacon.type("stream h9 h2 100GB &");
            tester.page.evaluate("window.beacon.map.toggleAllHosts()");
            tester.await(LOADED);
            write(tester, "map");

            tester.page.navigate(beacon.url() + "/#/performance");
            tester.await("window.beacon.connection.status.uptimeSeconds > " + SECONDS_OF_LOAD);
            write(tester, "performance");

            tester.page.navigate(beacon.url() + "/#/switches/0000000000000005/flows");
            tester.page.getByLabel("Add a flow").fill("priority=100,tcp,tp_dst=80,actions=output:2");
            tester.page.getByText("Valid: ").waitFor();
            write(tester, "flows");

            tester.page.navigate(beacon.url() + "/#/applications");
            tester.heading("topology").waitFor();
            write(tester, "applications");
            beacon.type("link s4 s12 up");
            tester.page.navigate(beacon.url() + "/#/topology");
            tester.awaitMap(20, 32, 16);
        }
    }
}
