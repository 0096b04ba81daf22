package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;

import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Hosts reach each other through real switches with the selected application. Each lab and controller run with the
 * versions before a semicolon, which the switches have in turn, then with those after it.
 */
@NeedsOpenVSwitch
class PingTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    single,3 | OpenFlow10; OpenFlow12; OpenFlow13; OpenFlow14; OpenFlow15
                    linear,4 | OpenFlow10 OpenFlow13 OpenFlow14 OpenFlow15
                    tree,2,2 | OpenFlow13; OpenFlow10 OpenFlow13 OpenFlow10,OpenFlow13,OpenFlow15
                    """)
    void theLearningSwitchConnectsAllHostsAndInstallsFlows(String topology, String protocols) {
        try (var lab = OvsLab.build(topology, "OpenFlow10");
                var beacon = BeaconProcess.startIn(lab, "learningswitch")) {
            for (String protocol : protocols.split("; ", -1)) {
                assertAllHostsReachEachOther(lab, beacon, protocol);
                // The path from the first host to the last passes all switches, and its flows are new.
                int last = lab.layout().hosts().size();
                assertThat(lab.ping(1, last)).as("%s; %s", protocol, beacon).isTrue();
                lab.switches().forEach(sw -> assertThat(lab.tables().flows(sw))
                        .as("flows of switch %d, which speaks %s", sw, protocol)
                        .anyMatch(flow -> flow.contains("idle_timeout=5,")));
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    single,3 | OpenFlow10; OpenFlow13; OpenFlow15
                    linear,4 | OpenFlow10 OpenFlow13
                    """)
    void theHubConnectsAllHostsAndInstallsNoFlow(String topology, String protocols) {
        try (var lab = OvsLab.build(topology, "OpenFlow10");
                var beacon = BeaconProcess.startIn(lab, "hub")) {
            for (String protocol : protocols.split("; ", -1)) {
                assertAllHostsReachEachOther(lab, beacon, protocol);
                // The permanent flow of the controller is there: the table-miss flow, or a mark before OpenFlow 1.3.
                assertThat(lab.switches().flatMap(sw -> lab.tables().flows(sw).stream()))
                        .as("flows with %s", protocol)
                        .filteredOn(flow -> !flow.matches(".*priority=0[ ,].*"))
                        .isEmpty();
            }
        }
    }

    private static void assertAllHostsReachEachOther(OvsLab lab, BeaconProcess beacon, String protocol) {
        lab.replaceSwitches(protocol);
        beacon.control(lab);
        assertThat(lab.pingAll().failed()).as("%s; %s", protocol, beacon).isEmpty();
    }
}
