package net.beaconcontroller.lab;

import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import org.junit.jupiter.api.Test;

/** The network services in the smallest network with a loop, where an uncontrolled flood would never end. */
@NeedsOpenVSwitch
class RoutingRingTest {
    @Test
    void allHostsReachEachOtherWithoutLoops() {
        try (var lab = RoutedLab.start("ring,4", "OpenFlow10 OpenFlow13")) {
            lab.assertAllReachEachOtherAndNothingComesTwice();
            lab.assertBroadcastsComeToEachOtherHostOnce(1);
            lab.assertOnlyProbesAreLeft();
        }
    }
}
