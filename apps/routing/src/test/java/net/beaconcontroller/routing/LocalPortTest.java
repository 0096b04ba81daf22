package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.network.PingReport;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hosts at the local ports of two switches in a ring of three: the addresses of the bridges themselves. */
// The tests mostly wait.
@Execution(ExecutionMode.CONCURRENT)
class LocalPortTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final SwitchPort LOCAL_OF_1 = new SwitchPort(1, PortNumber.LOCAL);

    private static NetworkSpec layout() {
        var layout = new NetworkSpecBuilder();
        for (int i = 1; i <= 3; i++) {
            layout.addHost(layout.addSwitch());
        }
        layout.addLocalHost("s1");
        layout.addLocalHost("s3");
        return layout.link("s1", "s2").link("s2", "s3").link("s3", "s1").build();
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void hostsAndLocalPortsReachEachOtherWithFlows(Version version) throws IOException {
        try (var routed = RoutedNetwork.start(layout(), version)) {
            PingReport report = routed.network.pingAll(TIMEOUT);
            assertThat(report.isFlawless())
                    .as("%s, %s", report, routed.forwarder.counters())
                    .isTrue();
            EmulatedHost local = routed.network.host("h4");
            assertThat(routed.devices.attachment(local.mac(), VlanId.NONE)).isEqualTo(LOCAL_OF_1);
            assertThat(routed.devices
                            .byIpv4(local.address().orElseThrow(), VlanId.NONE)
                            .orElseThrow()
                            .mac())
                    .isEqualTo(local.mac());
            assertThat(routed.network.flows("s1"))
                    .anyMatch(flow -> flow.match().inPort() == PortNumber.LOCAL
                            && flow.match().of(Field.ETH_SRC).isPresent())
                    .anyMatch(flow -> FlowEntry.isOutput(flow, PortNumber.LOCAL));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    void broadcastsReachLocalPortsOnceAndDoNotReturn(Version version) throws IOException {
        try (var routed = RoutedNetwork.start(layout(), version)) {
            for (String from : new String[] {"h2", "h4"}) {
                long id = routed.network.host(from).sendDatagram(NetworkSpecBuilder.BROADCAST_ADDRESS);
                await().atMost(TIMEOUT).until(() -> routed.network.hosts().stream()
                        .allMatch(host -> host.name().equals(from) || host.hasSeen(id)));
            }
            assertThat(routed.network.counters().duplicates()).isZero();
            assertThat(routed.forwarder.counters()).containsEntry(ForwardingOutcome.DUPLICATE, 0L);
        }
    }

    /** The bridges of the two machines are ports of one bridge of others. */
    @Test
    void aBridgeBetweenLocalPortsMakesNoLoop() throws IOException {
        try (var routed = RoutedNetwork.start(layout(), Version.OF13)) {
            ForwardingTest.bridge(routed.network.host("h4"), routed.network.host("h5"));
            ForwardingTest.bridge(routed.network.host("h5"), routed.network.host("h4"));
            // A port that comes up is probed at once.
            routed.network.portDown("s1", PortNumber.LOCAL);
            routed.network.portUp("s1", PortNumber.LOCAL);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> routed.topology.snapshot().isInSharedDomain(LOCAL_OF_1));
            EmulatedHost to = routed.network.host("h2");
            for (String from : new String[] {"h1", "h3"}) {
                long id = routed.network.host(from).sendDatagram(NetworkSpecBuilder.BROADCAST_ADDRESS);
                await().atMost(TIMEOUT).until(() -> to.hasSeen(id));
            }
            assertThat(routed.network
                            .host("h1")
                            .ping(to.address().orElseThrow(), TIMEOUT)
                            .join())
                    .isPositive();
            assertThat(to.counters().duplicates()).isZero();
        }
    }

    @Test
    void theFlowsOfALocalPortAreDeletedWhenItGoesDown() throws IOException {
        try (var routed = RoutedNetwork.start(layout(), Version.OF13)) {
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
            routed.network.portDown("s1", PortNumber.LOCAL);
            await().atMost(TIMEOUT).untilAsserted(() -> assertThat(routed.network.flows("s1"))
                    .noneMatch(flow ->
                            flow.match().inPort() == PortNumber.LOCAL || FlowEntry.isOutput(flow, PortNumber.LOCAL)));
            routed.network.portUp("s1", PortNumber.LOCAL);
            await().atMost(TIMEOUT).until(() -> routed.topology.snapshot().isEdge(LOCAL_OF_1));
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
        }
    }
}
