package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import net.beaconcontroller.emulator.spec.NetworkSpec.End;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The network services in a fat tree, which has several paths between two hosts. Traffic continues after failures and
 * after a move of the host. All tests share a lab and restore it; the labs of the versions run beside each other.
 */
@NeedsOpenVSwitch
@Tag("measuring")
@Execution(ExecutionMode.CONCURRENT)
@ParameterizedClass
@MethodSource("labs")
class RoutingFatTreeTest {
    private static final int FIRST = 1;
    private static final int LAST = 16;
    /** An edge switch to which neither host is attached. */
    private static final int ELSEWHERE = 17;

    private final RoutedLab lab;
    private final OvsLab ovs;

    RoutingFatTreeTest(RoutedLab lab) {
        this.lab = lab;
        this.ovs = lab.ovs;
    }

    /** Starts all labs at the same time. */
    static Stream<RoutedLab> labs() {
        return Stream.of("OpenFlow10", "OpenFlow13")
                .map(protocol -> CompletableFuture.supplyAsync(
                        () -> RoutedLab.start("fattree,4", protocol), Thread.ofPlatform()::start))
                .toList()
                .stream()
                .map(CompletableFuture::join);
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void allHostsReachEachOtherAndTrafficCeases() {
        lab.assertAllReachEachOtherAndNothingComesTwice();
        lab.assertOnlyProbesAreLeft();
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void aBroadcastReachesEachHostOnce() {
        lab.assertBroadcastsComeToEachOtherHostOnce(FIRST);
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void reroutesTrafficWhenALinkFails() {
        try (var pings = startPings()) {
            // From an aggregation switch to a core switch.
            End up = lab.way(FIRST, LAST).get(1);
            lab.interrupt(pings, lab.found(0, 1), () -> ovs.setPort(up, false));
            assertThat(lab.flowsOut(up, LAST)).isEmpty();
            assertThat(lab.flowsOut(ovs.peer(up), LAST)).isEmpty();
            assertThat(lab.flowsBetween(FIRST, LAST)).hasSize(lab.hops(FIRST, LAST));

            lab.interrupt(pings, lab.found(0, 0), () -> ovs.setPort(up, true));
            assertThat(lab.flowsBetween(FIRST, LAST)).hasSize(lab.hops(FIRST, LAST));
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void reroutesTrafficWhenACoreSwitchFails() {
        try (var pings = startPings()) {
            int core = OvsLab.number(lab.way(FIRST, LAST).get(2).node());
            List<End> neighbours = ovs.portsOf(core).map(ovs::peer).toList();
            lab.interrupt(pings, lab.found(1, neighbours.size()), () -> ovs.stopSwitch(core));
            assertThat(neighbours)
                    .allSatisfy(port -> assertThat(lab.flowsOut(port, LAST)).isEmpty());
            assertThat(lab.flowsBetween(FIRST, LAST)).hasSize(lab.hops(FIRST, LAST));

            lab.interrupt(pings, lab.found(0, 0), () -> ovs.startSwitch(core));
            assertThat(lab.flowsBetween(FIRST, LAST)).hasSize(lab.hops(FIRST, LAST));
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void trafficFollowsAHostThatMoves() {
        try (var pings = startPings()) {
            lab.interrupt(pings, lab.found(0, 0), () -> ovs.moveHost(LAST, ELSEWHERE));
            // Frames are flooded until devices is sure that the host does not return to its port.
            await().untilAsserted(() -> assertThat(lab.flowsOf(LAST)).hasSize(lab.hops(FIRST, LAST)));
        }
    }

    /** Also with flows from all other hosts to the last one. */
    private PingCommand startPings() {
        assertThat(ovs.hosts().filter(host -> host != LAST)).allMatch(host -> ovs.ping(host, LAST));
        return PingCommand.start(ovs, FIRST, LAST);
    }
}
