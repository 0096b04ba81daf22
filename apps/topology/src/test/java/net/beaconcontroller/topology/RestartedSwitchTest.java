package net.beaconcontroller.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.testkit.TestSwitch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A switch that loses its connection and returns, with and without evidence of a restart. */
class RestartedSwitchTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final LinkDiscovery topology =
            new LinkDiscovery(new Timing(HOUR, Duration.ofMillis(20), HOUR, HOUR, HOUR), Threads.system());
    private final List<TopologyChange> changes = new CopyOnWriteArrayList<>();

    /** A connection of a switch with ports 1 to 4. Barriers are answered, and timers run in virtual time. */
    private static final class Connection {
        final TestSwitch recorded;
        final Switch sw;
        boolean hasLostFlows;
        /** The ages of the ports. */
        List<Duration> ages = Collections.nCopies(4, HOUR);

        volatile boolean hasReportedAges;

        Connection(Version version) {
            recorded = new TestSwitch(1, version);
            sw = (Switch) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Switch.class}, (_, method, arguments) -> {
                        synchronized (recorded) {
                            return switch (method.getName()) {
                                case "hasLostFlows" -> hasLostFlows;
                                case "request" -> answer(arguments[0]);
                                default -> method.invoke(recorded, arguments);
                            };
                        }
                    });
        }

        private CompletableFuture<?> answer(Object request) {
            if (!(request instanceof PortStats.Request)) {
                return CompletableFuture.completedFuture(new BarrierReply());
            }
            var stats = new ArrayList<PortStats>();
            for (Duration age : ages) {
                stats.add(new PortStats(
                        stats.size() + 1, age.toSeconds(), age.toNanosPart(), 0, 0, 0, 0, 0, 0, 0, 0, List.of()));
            }
            hasReportedAges = true;
            return CompletableFuture.completedFuture(new PortStats.Reply(stats));
        }

        void elapse(Duration time) {
            synchronized (recorded) {
                recorded.elapse(time);
            }
        }
    }

    @BeforeEach
    void listen() {
        topology.addListener(changes::add);
    }

    @AfterEach
    void close() {
        topology.close();
    }

    private static void eventually(Callable<Boolean> condition) {
        await().pollInterval(Duration.ofMillis(1)).until(condition);
    }

    private void awaitEdges(Connection connection) {
        List<Long> up = connection.recorded.ports().stream()
                .filter(Port::isUp)
                .map(Port::number)
                .toList();
        eventually(() -> {
            connection.elapse(Duration.ofMillis(10));
            return topology.snapshot().edges(1).numbers().equals(up);
        });
    }

    /** Connects the switch, loses the connection, and connects it again. Returns the ports that stopped being edges. */
    private List<SwitchPort> edgesLostBy(Connection returning) {
        var before = new Connection(returning.recorded.version());
        topology.switchEvent(new SwitchEvent.Connected(before.sw));
        awaitEdges(before);
        topology.switchEvent(new SwitchEvent.Disconnected(before.sw));
        eventually(() -> !topology.snapshot().isConnected(1));
        int known = changes.size();
        topology.switchEvent(new SwitchEvent.Connected(returning.sw));
        boolean hasAges = returning.recorded.version().isAtLeast(Version.OF13);
        eventually(() -> topology.snapshot().isConnected(1)
                && (returning.hasReportedAges || returning.hasLostFlows || !hasAges)
                && topology.queuedChanges() == 0);
        awaitEdges(returning);
        return changes.stream()
                .skip(known)
                .flatMap(change -> change.edgesRemoved().stream())
                .toList();
    }

    @Test
    void losesOnlyTheEdgeOfAPortThatIsDownWhenItReturns() {
        var returning = new Connection(Version.OF13);
        returning.recorded.setPort(returning.recorded.port(3).orElseThrow().withLink(false));
        assertThat(edgesLostBy(returning)).containsExactly(new SwitchPort(1, 3));
    }

    private static List<SwitchPort> all() {
        return List.of(new SwitchPort(1, 1), new SwitchPort(1, 2), new SwitchPort(1, 3), new SwitchPort(1, 4));
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void keepsItsEdgesIfItHasOnlyLostItsConnection(Version version) {
        assertThat(edgesLostBy(new Connection(version))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void hasNewEdgesIfItsFlowsAreGone(Version version) {
        var returning = new Connection(version);
        returning.hasLostFlows = true;
        assertThat(edgesLostBy(returning)).containsExactlyInAnyOrderElementsOf(all());
    }

    @ParameterizedTest
    @EnumSource(names = {"OF13", "OF15"})
    void hasNewEdgesIfAPortIsYoungerThanTheLoss(Version version) {
        var returning = new Connection(version);
        returning.ages = List.of(HOUR, Duration.ofNanos(1));
        assertThat(edgesLostBy(returning)).containsExactlyInAnyOrderElementsOf(all());
    }

    @Test
    void hasNewEdgesIfAPortHasAnotherAddress() {
        var returning = new Connection(Version.OF10);
        returning.recorded.setPort(Port.of(3, 0x0200_0000_0009L, "eth3"));
        assertThat(edgesLostBy(returning)).containsExactlyInAnyOrderElementsOf(all());
    }
}
