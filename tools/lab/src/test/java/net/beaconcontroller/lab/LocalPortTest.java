package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import net.beaconcontroller.labkit.RestClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two real switches whose bridges have IP addresses of their own, at the local port, and a host at each. */
@NeedsOpenVSwitch
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LocalPortTest {
    private static final String LOCAL_EDGE = "\"port\":4294967294}";
    private static final String LOCAL = ",\"port\":4294967294,";

    @TempDir
    private static Path folder;

    private final OvsLab lab = OvsLab.build("linear,2", "OpenFlow13");
    private BeaconProcess beacon;

    @BeforeAll
    void start() {
        beacon = BeaconProcess.startIn(lab, "topology,devices,routing,statistics", folder.toString());
    }

    @AfterAll
    void close() {
        try (lab) {
            beacon.close();
        }
    }

    /** Replaces the switches, and waits until their local ports are edges. */
    private void replaceSwitches(String protocols) {
        lab.replaceSwitches(protocols);
        lab.localPorts().setUp();
        beacon.control(lab);
        RestClient rest = beacon.rest(folder);
        await().untilAsserted(() ->
                assertThat(rest.get("topology").split(LOCAL_EDGE, -1)).hasSize(3));
    }

    private void assertAllReachEachOther() {
        for (int sw : List.of(1, 2)) {
            for (int host : List.of(2, 1)) {
                assertThat(lab.localPorts().ping(sw, lab.address(host)))
                        .as("from the local port of s%d to h%d; %s", sw, host, beacon)
                        .isTrue();
                assertThat(lab.ping(host, lab.localPorts().address(sw)))
                        .as("from h%d to the local port of s%d; %s", host, sw, beacon)
                        .isTrue();
            }
        }
        assertThat(lab.localPorts().ping(1, lab.localPorts().address(2)))
                .as(beacon::toString)
                .isTrue();
        assertThat(lab.localPorts().ping(2, lab.localPorts().address(1)))
                .as(beacon::toString)
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"OpenFlow10", "OpenFlow13 OpenFlow15"})
    void theAddressesOfBridgesReachHostsAndEachOther(String protocols) {
        replaceSwitches(protocols);
        assertAllReachEachOther();

        RestClient rest = beacon.rest(folder);
        assertThat(rest.get("devices")).contains("\"ipv4\":[\"10.0.0.201\"]", LOCAL);
        assertThat(rest.get("routing/path?from=10.0.0.201&to=10.0.0.202"))
                .contains("\"inPort\":4294967294,\"outPort\":2", "\"inPort\":2,\"outPort\":4294967294");
        await().untilAsserted(
                        () -> assertThat(rest.get("statistics/ports")).contains(LOCAL + "\"name\":\"s1\",\"speed\":"));
        assertThat(lab.tables().flows(1))
                .anyMatch(flow -> flow.contains("in_port=LOCAL,") && flow.endsWith("actions=output:2"))
                .anyMatch(flow -> flow.contains("in_port=2,") && flow.endsWith("actions=LOCAL"));
    }

    /** With in-band control, which is on by default, the switch forwards the ARP requests of its own address itself. */
    @Test
    void theAddressesOfBridgesReachHostsAndEachOtherWithInBandControl() {
        replaceSwitches("OpenFlow13");
        for (int sw : List.of(1, 2)) {
            lab.vsctl(("set bridge s%1$d other-config:disable-in-band=false"
                            + " -- set controller s%1$d connection_mode=in-band")
                    .formatted(sw));
        }
        assertAllReachEachOther();
    }
}
