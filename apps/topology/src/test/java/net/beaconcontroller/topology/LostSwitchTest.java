package net.beaconcontroller.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The topology while switches lose their connections to the controller and return. */
@Execution(ExecutionMode.CONCURRENT)
class LostSwitchTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration ROUND = Duration.ofMillis(250);
    private static final Timing LONG = timing(Duration.ofMinutes(10));

    private final List<TopologyChange> changes = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private @Nullable OpenFlowController started;

    private static Timing timing(Duration lostSwitch) {
        return new Timing(ROUND, Duration.ofMillis(60), Duration.ofSeconds(10), lostSwitch, Duration.ofHours(1));
    }

    private LinkDiscovery start(Timing timing) throws IOException {
        var controller = new OpenFlowController(ControllerOptions.onFreePort());
        var topology = new LinkDiscovery(timing, Threads.system());
        opened.add(controller);
        opened.add(topology);
        topology.addListener(changes::add);
        controller.register("topology", topology);
        controller.start();
        started = controller;
        return topology;
    }

    private OpenFlowController controller() {
        return Objects.requireNonNull(started);
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private static SwitchPort at(long datapathId, long port) {
        return new SwitchPort(datapathId, port);
    }

    private ScriptedSwitch connect(long datapathId, int ports) throws Exception {
        ScriptedSwitch fake = ScriptedSwitch.connect(
                controller().address(), datapathId, Version.OF13, ports, ScriptedSwitch.Behavior.RESPONSIVE);
        opened.add(fake);
        await().atMost(PATIENCE).until(() -> controller().switchOf(datapathId).isPresent());
        return fake;
    }

    /** Forwards what the controller sends out of port 1 of a switch to port 1 of another. */
    private static void cable(ScriptedSwitch from, ScriptedSwitch to) {
        Thread.ofVirtual().start(() -> {
            try {
                while (!from.isClosed()) {
                    PacketOut out = from.await(PacketOut.class);
                    if (out.actions().contains(new Action.Output(1))) {
                        to.send(PacketIn.of(1, PacketIn.NO_BUFFER, out.data()));
                    }
                }
            } catch (Exception _) {
                // one of the two switches is closed
            }
        });
    }

    private static void awaitTopology(LinkDiscovery topology, int links, int edges) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(topology.snapshot().links()).hasSize(links);
            assertThat(topology.snapshot().edgeCount()).isEqualTo(edges);
        });
    }

    private void awaitConnected(LinkDiscovery topology, long datapathId, boolean connected) {
        await().atMost(PATIENCE).until(() -> topology.snapshot().isConnected(datapathId) == connected);
    }

    private static void awaitRounds(int rounds) {
        long begin = System.nanoTime();
        await().atMost(PATIENCE).until(() -> System.nanoTime() - begin > rounds * ROUND.toNanos());
    }

    /** Two switches of three ports; a cable connects their first ports. */
    private ScriptedSwitch[] twoSwitches(LinkDiscovery topology) throws Exception {
        var switches = new ScriptedSwitch[] {connect(1, 3), connect(2, 3)};
        cable(switches[0], switches[1]);
        cable(switches[1], switches[0]);
        awaitTopology(topology, 2, 4);
        return switches;
    }

    @Test
    void aSwitchThatReconnectsAtOnceLosesNoLinkAndNoEdge() throws Exception {
        LinkDiscovery topology = start(LONG);
        Network network = Network.start(NetworkSpec.of("ring,3"), controller().address(), NetworkOptions.DEFAULT);
        opened.add(network);
        awaitTopology(topology, 6, 3);
        int before = changes.size();
        controller().switchOf(2).orElseThrow().disconnect("test");
        await().atMost(PATIENCE).until(() -> changes.stream()
                .anyMatch(change -> !change.switchesReconnected().isEmpty()));
        awaitRounds(8);
        assertThat(changes.stream().skip(before)).allSatisfy(change -> {
            assertThat(change.linksRemoved()).isEmpty();
            assertThat(change.edgesRemoved()).isEmpty();
            assertThat(change.switchesRemoved()).isEmpty();
        });
        awaitTopology(topology, 6, 3);
    }

    @Test
    void linksOfALostSwitchDoNotExpire() throws Exception {
        LinkDiscovery topology = start(LONG);
        ScriptedSwitch[] switches = twoSwitches(topology);
        switches[1].close();
        awaitConnected(topology, 2, false);
        awaitRounds(15);
        TopologySnapshot now = topology.snapshot();
        assertThat(now.links()).hasSize(2);
        assertThat(now.edges(2).numbers()).containsExactly(2L, 3L);
        assertThat(now.floodPorts(1))
                .extracting(TopologySnapshot.FloodPorts::datapathId)
                .containsExactly(1L);

        ScriptedSwitch returned = connect(2, 3);
        awaitConnected(topology, 2, true);
        cable(returned, switches[0]);
        int before = changes.size();
        awaitRounds(3);
        assertThat(changes.stream().skip(before)).isEmpty();
        // the cable to the returned switch is missing, so that one direction expires, and the link is not used
        awaitTopology(topology, 0, 4);
    }

    @Test
    void aPortOfANeighbourThatGoesDownRemovesTheLinkOfALostSwitch() throws Exception {
        LinkDiscovery topology = start(LONG);
        ScriptedSwitch[] switches = twoSwitches(topology);
        switches[1].close();
        awaitConnected(topology, 2, false);
        Port first = switches[0].ports().getFirst();
        switches[0].send(new PortStatus(PortStatus.Reason.MODIFY, first.withLink(false)));
        await().atMost(PATIENCE).until(() -> topology.snapshot().links().isEmpty());
        awaitRounds(2);
        assertThat(topology.snapshot().isEdge(at(2, 1)))
                .as("a port that cannot be probed")
                .isFalse();
        connect(2, 3);
        await().atMost(PATIENCE).until(() -> topology.snapshot().isEdge(at(2, 1)));
    }

    @Test
    void hasThePortsOfTheSwitchThatReturns() throws Exception {
        LinkDiscovery topology = start(LONG);
        connect(1, 3).close();
        awaitConnected(topology, 1, false);
        connect(1, 3);
        await().atMost(PATIENCE).until(() -> topology.snapshot().edgeCount() == 3);
        controller().switchOf(1).orElseThrow().disconnect("test");
        awaitConnected(topology, 1, false);
        connect(1, 2);
        await().atMost(PATIENCE).until(() -> topology.snapshot().edgeCount() == 2);
        controller().switchOf(1).orElseThrow().disconnect("test");
        awaitConnected(topology, 1, false);
        connect(1, 4);
        await().atMost(PATIENCE).until(() -> topology.snapshot().edgeCount() == 4);
    }

    /** The first switch removes its link to the second one, which is connected, but not in the model yet. */
    @Test
    void portsSettleWhenTwoNeighboursReturnAtOnce() throws Exception {
        LinkDiscovery topology = start(LONG);
        ScriptedSwitch[] switches = twoSwitches(topology);
        var isBlocked = new CompletableFuture<Void>();
        var mayContinue = new CompletableFuture<Void>();
        topology.addListener(_ -> {
            isBlocked.complete(null);
            mayContinue.join();
        });
        isBlocked.join();
        for (ScriptedSwitch sw : switches) {
            sw.close();
            await().atMost(PATIENCE)
                    .until(() -> controller().switchOf(sw.datapathId()).isEmpty());
        }
        connect(1, 4);
        connect(2, 4);
        mayContinue.complete(null);
        awaitTopology(topology, 0, 8);
    }

    @Test
    void aSwitchThatDoesNotReturnIsRemovedAfterTheTimeout() throws Exception {
        LinkDiscovery topology = start(timing(Duration.ofMillis(50)));
        ScriptedSwitch[] switches = twoSwitches(topology);
        switches[1].close();
        await().atMost(PATIENCE).until(() -> topology.snapshot().switches().equals(Set.of(1L)));
        awaitTopology(topology, 0, 3);
        assertThat(changes.getLast().after().isConnected(2)).isFalse();
        assertThat(changes).flatExtracting(TopologyChange::switchesRemoved).containsExactly(2L);
    }

    @Test
    void nothingIsKeptOfPortsThatAreGone() throws Exception {
        LinkDiscovery topology = start(timing(Duration.ofMillis(50)));
        ScriptedSwitch changing = connect(1, 1);
        ScriptedSwitch other = connect(2, 1);
        awaitTopology(topology, 0, 2);
        for (int number = 2; number < 50; number++) {
            Port port = Port.of(number, number, "eth" + number);
            changing.send(new PortStatus(PortStatus.Reason.ADD, port));
            other.send(PacketIn.of(1, PacketIn.NO_BUFFER, awaitProbe(changing, number)));
            changing.send(new PortStatus(PortStatus.Reason.DELETE, port));
        }
        awaitTopology(topology, 0, 2);
        assertThat(topology.probeCounters()).containsKey(ProbeOutcome.ACCEPTED);
        await().atMost(PATIENCE).until(() -> topology.portsWithProbes() == 2);
        changing.close();
        await().atMost(PATIENCE).until(() -> topology.portsWithProbes() == 1);
    }

    /** Returns the first frame that the controller sends out of a port. */
    private static Bytes awaitProbe(ScriptedSwitch sw, long port) throws Exception {
        while (true) {
            PacketOut out = sw.await(PacketOut.class);
            if (out.actions().contains(new Action.Output(port))) {
                return out.data();
            }
        }
    }
}
