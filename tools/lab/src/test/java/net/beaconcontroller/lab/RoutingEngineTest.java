package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.runtime.Bundles;
import net.beaconcontroller.samples.engine.Clockwise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another routing engine comes and goes, as a file in the folder apps, while hosts send pings. */
@NeedsOpenVSwitch
class RoutingEngineTest {
    private static final int SWITCHES = 4;
    private static final int FROM = 2;
    private static final int TO = 1;
    private static final CookieRange COOKIES = CookieRange.of("routing");

    @TempDir
    private Path folder;

    @Test
    void losesNoPing() throws Exception {
        Path data = folder.resolve("data");
        try (var lab = RoutedLab.start("ring," + SWITCHES, "OpenFlow13", data.toString())) {
            assertThat(lab.ovs.pingAll().failed()).isEmpty();
            try (var pings = PingCommand.start(lab.ovs, FROM, TO)) {
                awaitWay(lab, 2);
                Path built = Bundles.build(folder, "clockwise", Clockwise.class);
                Path engine = Files.move(built, data.resolve("apps/clockwise.jar"), StandardCopyOption.ATOMIC_MOVE);
                lab.awaitOutput("application clockwise 1.0.0: start");
                lab.ovs.tables().deleteFlows(COOKIES);
                awaitWay(lab, SWITCHES);
                Files.delete(engine);
                lab.awaitOutput("application clockwise 1.0.0: remove");
                lab.ovs.tables().deleteFlows(COOKIES);
                awaitWay(lab, 2);
                assertThat(pings.duplicates()).isEmpty();
                // Replies may overtake each other while the path changes.
                await().untilAsserted(() -> {
                    List<Long> numbers = pings.requestsAndReplies();
                    assertThat(numbers.getLast()).as(pings::toString).isEqualTo(numbers.getFirst());
                });
            }
        }
    }

    /** Waits until the flows between the two hosts pass this number of switches. */
    private static void awaitWay(RoutedLab lab, int length) {
        await().untilAsserted(() -> assertThat(lab.way(FROM, TO)).hasSize(length));
    }
}
