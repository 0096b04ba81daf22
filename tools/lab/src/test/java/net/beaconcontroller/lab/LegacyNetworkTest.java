package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import org.junit.jupiter.api.Test;

/**
 * Two Linux bridges at different switches, which a cable joins after their ports are proven edges: at first with a
 * spanning tree, then without.
 */
@NeedsOpenVSwitch
class LegacyNetworkTest {
    /** The time after which an edge with a host is a proven edge. */
    private static final Duration CONFIRMATION = Duration.ofSeconds(11);

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration RECOVERY = Duration.ofSeconds(3);
    private static final int BROADCASTS = 25;
    private static final int MAX_COPIES = 8;
    private static final int FIRST = 2;
    private static final int SECOND = 4;
    private static final List<Integer> BRIDGES = List.of(FIRST, SECOND);
    /** The state of a port of a bridge (BR_STATE_FORWARDING). */
    private static final int FORWARDING = 3;

    @Test
    void bridgesThatAreJoinedLaterCauseNoStorm() {
        try (var lab = RoutedLab.start("tree,2,2", "OpenFlow13")) {
            OvsLab ovs = lab.ovs;
            BRIDGES.forEach(host -> makeBridge(ovs, host));
            ovs.inHost(FIRST, "ip link add cable type veth peer name cable netns %s-h%d".formatted(ovs.name(), SECOND));
            awaitForwarding(ovs, "eth0");
            assertThat(ovs.pingAll().failed()).isEmpty();
            awaitSince(System.nanoTime(), CONFIRMATION);
            join(ovs);
            assertThat(broadcast(ovs))
                    .as("copies while the loop is found; " + lab)
                    .allMatch(copies -> copies <= BROADCASTS + MAX_COPIES);
            lab.awaitOutput(" refused: a host is attached to port ");
            awaitSince(System.nanoTime(), RECOVERY);
            assertNothingIsLostOrDuplicated(ovs);

            BRIDGES.forEach(host -> ovs.inHost(host, "ip link set cable nomaster"));
            BRIDGES.forEach(host -> ovs.inHost(host, "ip link set br0 type bridge stp_state 0"));
            join(ovs);
            assertThat(broadcast(ovs))
                    .as("copies while the loop is found, without a spanning tree; " + lab)
                    .allMatch(copies -> copies <= BROADCASTS + MAX_COPIES);
        }
    }

    /** Connects the bridges by a cable. */
    private static void join(OvsLab ovs) {
        BRIDGES.forEach(host -> ovs.inHost(host, "ip link set cable master br0 up"));
        awaitForwarding(ovs, "cable");
    }

    private static void assertNothingIsLostOrDuplicated(OvsLab ovs) {
        try (var across = PingCommand.start(ovs, 1, 3);
                var into = PingCommand.start(ovs, 1, SECOND);
                var outOf = PingCommand.start(ovs, FIRST, 3)) {
            assertThat(broadcast(ovs)).allMatch(copies -> copies == BROADCASTS);
            for (PingCommand pings : List.of(across, into, outOf)) {
                List<Long> counts = pings.requestsAndReplies();
                assertThat(counts.getFirst()).as("%s", pings).isEqualTo(counts.getLast());
                assertThat(pings.duplicates()).isEmpty();
            }
        }
    }

    /** Makes a host a bridge between its interface and others; the bridge has its addresses. */
    private static void makeBridge(OvsLab ovs, int host) {
        ovs.inHost(
                host, "ip link add br0 address %s type bridge stp_state 1 forward_delay 200".formatted(ovs.mac(host)));
        ovs.inHost(host, "ip address flush dev eth0");
        ovs.inHost(host, "ip link set eth0 master br0");
        ovs.inHost(host, "ip address add %s/24 broadcast + dev br0".formatted(ovs.address(host)));
        ovs.inHost(host, "ip link set br0 up");
    }

    private static void awaitForwarding(OvsLab ovs, String port) {
        await().atMost(PATIENCE).until(() -> BRIDGES.stream()
                .allMatch(host -> ovs.inHost(host, "cat /sys/class/net/%s/brport/state".formatted(port))
                        .strip()
                        .equals(Integer.toString(FORWARDING))));
    }

    private static void awaitSince(long beginNanos, Duration time) {
        await().atMost(time.plus(PATIENCE)).until(() -> System.nanoTime() - beginNanos > time.toNanos());
    }

    /** Sends broadcasts from the first bridge. Returns how many copies each other host has received. */
    private static List<Long> broadcast(OvsLab ovs) {
        List<Integer> others = ovs.hosts().filter(host -> host != FIRST).toList();
        List<Long> before = others.stream().map(host -> received(ovs, host)).toList();
        // Hosts do not answer broadcasts, so that ping fails one second after the last request.
        ovs.attemptInHost(FIRST, "ping -n -b -W1 -i0.05 -c%d 10.0.0.255".formatted(BROADCASTS));
        return others.stream()
                .map(host -> received(ovs, host) - before.get(others.indexOf(host)))
                .toList();
    }

    private static long received(OvsLab ovs, int host) {
        return ovs.counter(host, "IpExt", "InBcastPkts");
    }
}
