package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A network that is replaced by another one, whose switches have the same datapath ids and versions, and whose ports
 * and hosts have the same addresses. How long do hosts not reach each other?
 */
@NeedsOpenVSwitch
@Tag("measuring")
class RebuiltNetworkTest {
    private static final Duration LIMIT = Duration.ofSeconds(3);

    @Test
    void hostsReachEachOtherSoonAfterTheLastSwitchHasConnected() {
        try (var lab = OvsLab.build("linear,4", "OpenFlow10 OpenFlow13 OpenFlow15");
                var beacon = BeaconProcess.startInWith(
                        lab,
                        "-D",
                        "http.listen=off",
                        "--apps",
                        "topology,devices,routing",
                        "-D",
                        "app.topology.lost-switch-timeout=10m")) {
            beacon.control(lab);
            beacon.awaitLine("topology: 4 switches, 3 links, 4 edges;");
            assertThat(lab.pingAll().failed()).as(beacon::toString).isEmpty();

            lab.rebuild("tree,2,2");
            beacon.control(lab);
            long begin = System.nanoTime();
            assertThat(lab.pingAll().failed()).as(beacon::toString).isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .as(beacon::toString)
                    .isLessThan(LIMIT);
        }
    }
}
