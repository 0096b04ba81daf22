package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.emulator.console.CommandInterpreter;
import net.beaconcontroller.emulator.console.CommandResult;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.network.PingReport;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.packet.Ethernet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Forwarding in emulated networks of different topologies. */
// The tests mostly wait.
@Execution(ExecutionMode.CONCURRENT)
class ForwardingTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            single,3  | OF10
            single,3  | OF13
            ring,4    | OF10
            ring,4    | OF13
            mesh,4    | OF13
            tree,2,2  | OF10
            fattree,4 | OF10
            fattree,4 | OF13
            """)
    void allHostsReachEachOtherWithoutDuplicates(String layout, Version version) throws IOException {
        try (var routed = RoutedNetwork.start(layout, version)) {
            PingReport first = routed.network.pingAll(TIMEOUT);
            assertThat(first.lost())
                    .as("lost pings, " + routed.forwarder.counters())
                    .isEmpty();
            assertThat(first.duplicated()).as("duplicates").isEmpty();
            assertThat(count(routed, ForwardingOutcome.DUPLICATE)).isZero();
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
        }
    }

    @Test
    void allHostsReachEachOtherIfSwitchesUseAuxiliaryConnections() throws IOException {
        NetworkOptions options = NetworkOptions.of(Set.of(Version.OF13)).withAuxiliaryConnections(3);
        try (var routed = RoutedNetwork.start(NetworkSpec.of("fattree,4"), options)) {
            await().until(() -> routed.controller.switches().stream()
                    .allMatch(sw -> routed.controller.auxiliaryConnections(sw) == 3));
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
        }
    }

    @Test
    void aStreamContinuesOnAnotherPathWhenALinkFails() throws Exception {
        var layout = new NetworkSpecBuilder();
        for (int i = 1; i <= 4; i++) {
            layout.addHost(layout.addSwitch());
        }
        var latency = Duration.ofMillis(2);
        layout.link("s1", "s2", latency, 0).link("s2", "s3", latency, 0);
        layout.link("s3", "s4", latency, 0).link("s4", "s1", latency, 0);
        try (var routed = RoutedNetwork.start(layout.build(), Version.OF13)) {
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
            var console = new CommandInterpreter(routed.network);
            assertThat(console.execute("stream h1 h2 5MB &").isOk()).isTrue();
            assertThat(console.execute("sleep 50ms").isOk()).isTrue();
            assertThat(console.execute("link s1 s2 down").isOk()).isTrue();
            CommandResult answer = console.execute("wait");
            assertThat(answer.isOk()).as(answer.text()).isTrue();
            assertThat(answer.text()).doesNotContain("retransmitted segments: 0");
            assertThat(routed.network.flows("s4")).anyMatch(flow -> flow.bytes() > 1_000_000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"single,3", "ring,4"})
    void flowsAreInTheTableInWhichTheirPacketsAreLookedUp(String layout) throws IOException {
        try (var routed = RoutedNetwork.start(layout, Version.OF13)) {
            for (Switch sw : routed.controller.switches()) {
                sw.send(FlowMod.parse("table=1,priority=0,actions=CONTROLLER"));
                sw.sendConfirmed(List.of(FlowMod.parse("priority=40000,ip,actions=goto_table:1")))
                        .join();
            }
            // The controller sends the first packets itself, before the flows are there.
            await().untilAsserted(() -> {
                assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
                for (String name : routed.network.switchNames()) {
                    assertThat(routed.network.flows(name))
                            .anyMatch(flow ->
                                    flow.priority() == FlowEntry.PRIORITY && flow.tableId() == 1 && flow.packets() > 0)
                            .anyMatch(flow -> flow.priority() == InspectionFlows.PRIORITY && flow.tableId() == 1);
                }
            });
        }
    }

    @Test
    void onceFlowsAreInstalledOnlyProbesReachTheController() throws IOException {
        try (var routed = RoutedNetwork.start("fattree,4", Version.OF13)) {
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
            routed.awaitQuiet();
        }
    }

    @Test
    void aLoopThroughAnExternalBridgeCausesNoDuplicates() throws IOException {
        var layout = new NetworkSpecBuilder();
        String one = layout.addSwitch();
        String h1 = layout.addHost(one);
        String bridgeAtOne = layout.addHost(one);
        String other = layout.addSwitch();
        String h2 = layout.addHost(other);
        String bridgeAtOther = layout.addHost(other);
        layout.link(one, other);
        try (var routed = RoutedNetwork.start(layout.build(), Version.OF13)) {
            bridge(routed.network.host(bridgeAtOne), routed.network.host(bridgeAtOther));
            bridge(routed.network.host(bridgeAtOther), routed.network.host(bridgeAtOne));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> routed.topology.snapshot().links().size() == 4);
            EmulatedHost from = routed.network.host(h1);
            EmulatedHost to = routed.network.host(h2);
            assertThat(from.ping(to.address().orElseThrow(), TIMEOUT).join()).isPositive();
            long id = from.sendDatagram(0xffff_ffffL);
            await().atMost(TIMEOUT).until(() -> to.hasSeen(id));
            await().atMost(TIMEOUT).until(() -> count(routed, ForwardingOutcome.NOT_DESIGNATED) > 0);
            assertThat(to.counters().duplicates()).isZero();
        }
    }

    /** Makes a host forward all frames but LLDP, as a bridge does. */
    static void bridge(EmulatedHost from, EmulatedHost to) {
        from.setListener(frame -> {
            var view = new Ethernet();
            view.wrap(frame, 0, frame.length);
            if (view.type() != Ethernet.TYPE_LLDP) {
                to.send(frame);
            }
        });
    }

    @Test
    void dhcpClientBroadcastsAreSentToTheKnownServer() throws IOException {
        var layout = new NetworkSpecBuilder();
        for (int i = 1; i <= 4; i++) {
            layout.addSwitch();
        }
        layout.link("s1", "s2").link("s2", "s3").link("s3", "s4").link("s4", "s1");
        layout.addHost(new NetworkSpec.Host(
                        "h1",
                        NetworkSpecBuilder.mac(1),
                        NetworkSpecBuilder.address(1),
                        VlanId.NONE,
                        Optional.of(new NetworkSpec.Pool(
                                NetworkSpecBuilder.address(100), NetworkSpecBuilder.address(120)))))
                .link("h1", "s1");
        for (int i = 2; i <= 4; i++) {
            layout.addHost(new NetworkSpec.Host(
                            "h" + i,
                            NetworkSpecBuilder.mac(i),
                            NetworkSpec.Host.BY_DHCP,
                            VlanId.NONE,
                            Optional.empty()))
                    .link("h" + i, "s" + i);
        }
        try (var routed = RoutedNetwork.start(layout.build(), Version.OF13)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> routed.network.hosts().stream()
                    .allMatch(host -> host.address().isPresent()));
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
            long unicast = count(routed, ForwardingOutcome.UNICAST);
            routed.network.moveHost("h4", "s2");
            await().atMost(Duration.ofSeconds(30)).until(() -> count(routed, ForwardingOutcome.UNICAST) > unicast);
        }
    }

    private static long count(RoutedNetwork routed, ForwardingOutcome outcome) {
        return routed.forwarder.counters().getOrDefault(outcome, 0L);
    }
}
