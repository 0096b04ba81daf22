package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts reach each other through real switches, and the app that lets them is the one that was asked for. */
@NeedsOpenVSwitch
class PingTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    single,3 | OpenFlow10
                    single,3 | OpenFlow12
                    single,3 | OpenFlow13
                    single,3 | OpenFlow14
                    single,3 | OpenFlow15
                    linear,4 | OpenFlow10
                    linear,4 | OpenFlow13
                    linear,4 | OpenFlow14
                    linear,4 | OpenFlow15
                    tree,2,2 | OpenFlow10
                    tree,2,2 | OpenFlow13
                    tree,2,2 | OpenFlow10,OpenFlow13,OpenFlow15
                    """)
    void theLearningSwitchConnectsAllHostsAndInstallsFlows(String topology, String protocol) {
        try (var lab = OvsLab.build(topology, protocol);
                var beacon = BeaconProcess.startIn(lab, "learningswitch")) {
            beacon.control(lab);

            assertThat(lab.pingAll().failed()).as(beacon::toString).isEmpty();
            // The way from the first host to the last leads through all switches, and its flows are fresh.
            int last = lab.layout().hosts().size();
            assertThat(lab.ping(1, last)).as(beacon::toString).isTrue();
            lab.switches().forEach(sw -> assertThat(lab.flows(sw))
                    .as("flows of switch %d", sw)
                    .anyMatch(flow -> flow.contains("idle_timeout=5,")));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    single,3 | OpenFlow10
                    single,3 | OpenFlow13
                    single,3 | OpenFlow15
                    linear,4 | OpenFlow10
                    linear,4 | OpenFlow13
                    """)
    void theHubConnectsAllHostsAndInstallsNoFlow(String topology, String protocol) {
        try (var lab = OvsLab.build(topology, protocol);
                var beacon = BeaconProcess.startIn(lab, "hub")) {
            beacon.control(lab);

            assertThat(lab.pingAll().failed()).as(beacon::toString).isEmpty();
            // From OpenFlow 1.3 on, one flow of the lowest priority sends the controller what no other matches.
            assertThat(lab.switches().flatMap(sw -> lab.flows(sw).stream()))
                    .filteredOn(flow -> !flow.contains("priority=0 "))
                    .isEmpty();
        }
    }
}
