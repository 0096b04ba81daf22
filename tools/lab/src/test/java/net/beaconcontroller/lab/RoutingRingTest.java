package net.beaconcontroller.lab;

import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The network services in the smallest network with a loop, where an uncontrolled flood would never end. */
@NeedsOpenVSwitch
class RoutingRingTest {
    @ParameterizedTest
    @ValueSource(strings = {"OpenFlow10", "OpenFlow13"})
    void allHostsReachEachOtherWithoutLoops(String protocol) {
        try (var lab = RoutedLab.start("ring,4", protocol)) {
            lab.assertAllReachEachOtherAndNothingComesTwice();
            lab.assertBroadcastsComeToEachOtherHostOnce(1);
            lab.assertOnlyProbesAreLeft();
        }
    }
}
