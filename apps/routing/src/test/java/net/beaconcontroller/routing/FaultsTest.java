package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import net.beaconcontroller.devices.Device;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Recovery of traffic between two pods of a fat tree from the failure of a link or switch on its path. */
@Execution(ExecutionMode.CONCURRENT)
class FaultsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration MAX_INTERRUPTION = Duration.ofSeconds(1);
    /** Devices waits whether the host comes back to its port. */
    private static final Duration MAX_MOVE = Duration.ofSeconds(5);

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    void trafficIsReroutedWhenALinkGoesDownAndNoStaleFlowIsLeft(Version version) throws IOException {
        try (var routed = RoutedNetwork.start("fattree,4", version)) {
            var traffic = new Traffic(routed, "h1", "h16");
            traffic.awaitFlowing();
            NetworkSpec.Link link = traffic.coreLink();
            traffic.interrupt(
                    () -> routed.network.linkDown(link.a().node(), link.b().node()));
            assertThat(traffic.linksOnPath()).doesNotContain(link);
            routed.awaitSettled();
            assertThat(traffic.flowsOver(link)).as("flows over the link").isEmpty();

            traffic.interrupt(
                    () -> routed.network.linkUp(link.a().node(), link.b().node()));
            routed.awaitSettled();
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    void trafficIsReroutedWhenASwitchFailsAndRecovers(Version version) throws IOException {
        try (var routed = RoutedNetwork.start("fattree,4", version)) {
            var traffic = new Traffic(routed, "h1", "h16");
            traffic.awaitFlowing();
            String core = traffic.linksOnPath().get(1).a().node();
            traffic.interrupt(() -> routed.network.switchDown(core));
            await().atMost(PATIENCE)
                    .until(() ->
                            RoutedNetwork.connected(routed.topology.snapshot()).size()
                                    == routed.layout.switches().size() - 1);
            traffic.interrupt(() -> routed.network.switchUp(core));
            routed.awaitSettled();
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    void trafficFollowsAHostThatMoves(Version version) throws IOException {
        try (var routed = RoutedNetwork.start("fattree,4", version)) {
            var traffic = new Traffic(routed, "h1", "h16");
            traffic.awaitFlowing();
            SwitchPort before = traffic.attachment(traffic.to);
            traffic.interrupt(() -> routed.network.moveHost("h16", "s15"), MAX_MOVE);
            // packets are flooded until the host is attached
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> traffic.attachment(traffic.to).datapathId() == 15);
            assertThat(routed.topology.snapshot().isEdge(before)).isFalse();
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(routed.network.flows("s20"))
                    .as("flows at the old attachment")
                    .noneMatch(flow -> flow.toString().contains("dl_dst=00:00:00:00:00:10")));
            assertThat(routed.network.pingAll(TIMEOUT).isFlawless()).isTrue();
        }
    }

    /** Continuous pings from one host to another. */
    private static final class Traffic {
        private static final Duration PING = Duration.ofMillis(100);

        final RoutedNetwork routed;
        final EmulatedHost from;
        final EmulatedHost to;

        Traffic(RoutedNetwork routed, String from, String to) {
            this.routed = routed;
            this.from = routed.network.host(from);
            this.to = routed.network.host(to);
        }

        boolean flows() {
            return from.ping(to.address().orElseThrow(), PING)
                    .handle((_, failure) -> failure == null)
                    .join();
        }

        void awaitFlowing() {
            assertThat(routed.network.pingAll(TIMEOUT).lost()).isEmpty();
            await().atMost(PATIENCE).until(this::flows);
        }

        /** Injects a fault, and verifies that traffic recovers in time and that no other packet-ins follow. */
        void interrupt(Runnable fault) {
            interrupt(fault, MAX_INTERRUPTION);
        }

        void interrupt(Runnable fault, Duration limit) {
            long begin = System.nanoTime();
            fault.run();
            int inARow = 0;
            long lastLost = begin;
            while (inARow < 3 || System.nanoTime() - begin < limit.toNanos() / 2) {
                if (flows()) {
                    inARow++;
                } else {
                    inARow = 0;
                    lastLost = System.nanoTime();
                }
                assertThat(lastLost - begin)
                        .as("nanoseconds until traffic recovered; " + routed.forwarder.counters())
                        .isLessThan(limit.plus(PATIENCE).toNanos());
            }
            assertThat(TimeUnit.NANOSECONDS.toMillis(lastLost - begin))
                    .as("milliseconds until traffic recovered")
                    .isLessThan(limit.toMillis());
            routed.awaitQuiet();
        }

        /** Returns the links of the path of the traffic, according to the installed flows. */
        List<NetworkSpec.Link> linksOnPath() {
            var links = new ArrayList<NetworkSpec.Link>();
            String node = "s" + attachment(from).datapathId();
            for (NetworkSpec.Link next = linkOut(node); next != null; next = linkOut(node)) {
                links.add(next);
                node = next.a().node().equals(node) ? next.b().node() : next.a().node();
            }
            return links;
        }

        /** Returns the link of the path between an aggregation and a core switch. */
        NetworkSpec.Link coreLink() {
            return linksOnPath().get(1);
        }

        private NetworkSpec.@Nullable Link linkOut(String node) {
            if (!node.startsWith("s")) {
                return null;
            }
            List<Long> ports = routed.network.flows(node).stream()
                    .filter(flow -> flow.priority() == FlowEntry.PRIORITY
                            && flow.match().of(Field.ETH_DST).equals(Optional.of(Field.ETH_DST.is(to.mac())))
                            && flow.match().of(Field.ETH_SRC).equals(Optional.of(Field.ETH_SRC.is(from.mac()))))
                    .map(Traffic::out)
                    .toList();
            assertThat(ports).as("flows for the traffic in " + node).hasSize(1);
            return routed.layout.links().stream()
                    .filter(link -> isEnd(link.a(), node, ports.getFirst()) || isEnd(link.b(), node, ports.getFirst()))
                    .findFirst()
                    .orElseThrow();
        }

        private static boolean isEnd(NetworkSpec.End end, String node, long port) {
            return end.node().equals(node) && end.port() == port;
        }

        private static long out(FlowStats flow) {
            var actions = ((Instruction.ApplyActions) flow.instructions().getFirst()).actions();
            return ((Action.Output) actions.getFirst()).port();
        }

        /** Returns the flows that use a link, in both directions. */
        List<FlowStats> flowsOver(NetworkSpec.Link link) {
            return Stream.of(link.a(), link.b())
                    .flatMap(end -> routed.network.flows(end.node()).stream()
                            .filter(flow -> flow.priority() > 0 && out(flow) == end.port()))
                    .toList();
        }

        SwitchPort attachment(EmulatedHost host) {
            return routed.devices
                    .byMac(host.mac(), VlanId.NONE)
                    .flatMap(Device::attachment)
                    .orElseThrow();
        }
    }
}
