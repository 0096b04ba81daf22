package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.beaconcontroller.emulator.spec.NetworkSpec.End;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.OvsLab;

/** A lab whose controller runs the network services, with the assertions on it. */
final class RoutedLab implements AutoCloseable {
    private static final String APPS = "topology,devices,routing";
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** A reserved port, at which nothing listens in the namespace of the switches. */
    private static final int NO_CONTROLLER = 1;

    /** The maximum time after the pings until their traffic ends. */
    private static final Duration QUIET_AFTER = Duration.ofSeconds(2);

    /** The maximum gap in the traffic: one second to recover, and one second of tolerance for a busy machine. */
    private static final Duration BACK_AFTER = Duration.ofSeconds(2);

    private static final Pattern OUTPUT = Pattern.compile("actions=output:(\\d+)$");

    final OvsLab ovs;
    private BeaconProcess beacon;

    private RoutedLab(OvsLab ovs, BeaconProcess beacon) {
        this.ovs = ovs;
        this.beacon = beacon;
    }

    /** Builds a lab and waits until the controller has discovered the topology. */
    static RoutedLab start(String topology, String protocol) {
        return start(topology, protocol, "none");
    }

    /**
     * Does the same as {@link #start(String, String)}.
     *
     * @param dataFolder the data folder of the controller; "none" for a temporary one
     */
    static RoutedLab start(String topology, String protocol, String dataFolder) {
        OvsLab ovs = OvsLab.build(topology, protocol);
        try {
            var lab = new RoutedLab(ovs, BeaconProcess.startIn(ovs, 0, APPS, dataFolder));
            lab.awaitFound(lab.found(0, 0), () -> lab.beacon.control(ovs));
            return lab;
        } catch (RuntimeException | Error e) {
            try (ovs) {
                throw e;
            }
        }
    }

    /**
     * The state of the network after a second without changes.
     *
     * @param switches the number of missing switches
     * @param links the number of missing links between switches
     */
    String found(int switches, int links) {
        return "topology: %d switches, %d links, %d edges;"
                .formatted(
                        ovs.layout().switches().size() - switches,
                        links() - links,
                        ovs.layout().hosts().size());
    }

    private int links() {
        return ovs.layout().links().size() - ovs.layout().hosts().size();
    }

    private void awaitFound(String expected, Runnable change) {
        long before = beacon.countOf(expected);
        change.run();
        await().untilAsserted(() -> assertThat(beacon.countOf(expected))
                .as("how often there is '%s' in %s", expected, beacon)
                .isGreaterThan(before));
    }

    /** Lets the switches connect to a port at which no controller listens, for a time. */
    void interruptControl(Duration time) throws InterruptedException {
        ovs.connectTo(NO_CONTROLLER);
        ovs.awaitDisconnected();
        Thread.sleep(time);
        awaitFound(found(0, 0), () -> beacon.control(ovs));
    }

    /** Kills the controller, and starts another one at the same port, to which the switches connect. */
    void killAndRestart() {
        int port = beacon.port();
        beacon.killNow();
        beacon = BeaconProcess.startIn(ovs, port, APPS);
        awaitOutput(found(0, 0));
    }

    /** Waits for a line of the controller's output. */
    void awaitOutput(String expected) {
        await().untilAsserted(() -> assertThat(beacon.countOf(expected))
                .as("%s in %s", expected, beacon)
                .isPositive());
    }

    /** Changes the network, waits for the expected topology and checks the gap in the replies to pings. */
    void interrupt(PingCommand pings, String expected, Runnable change) {
        var begin = Instant.now();
        awaitFound(expected, change);
        assertThat(pings.longestGap(begin))
                .as("time without a reply; %s%n%s", beacon, pings)
                .isLessThan(BACK_AFTER);
        assertThat(pings.duplicates()).isEmpty();
    }

    void assertAllReachEachOtherAndNothingComesTwice() {
        // Earlier broadcasts were received by many hosts each.
        long excessBefore = sum("InEchos") - sum("OutEchos");
        assertThat(ovs.pingAll().failed()).as(beacon::toString).isEmpty();
        assertThat(ovs.hosts()).allSatisfy(host -> assertThat(ovs.counter(host, "Icmp", "InEchoReps"))
                .as("replies to host %d", host)
                .isLessThanOrEqualTo(ovs.counter(host, "Icmp", "OutEchos")));
        assertThat(sum("InEchos") - sum("OutEchos"))
                .as("requests received more often than sent")
                .isLessThanOrEqualTo(excessBefore);
    }

    private long sum(String icmpCounter) {
        return ovs.hosts()
                .mapToLong(host -> ovs.counter(host, "Icmp", icmpCounter))
                .sum();
    }

    void assertBroadcastsComeToEachOtherHostOnce(int from) {
        int sent = 5;
        List<Integer> others = ovs.hosts().filter(host -> host != from).toList();
        List<Long> expected =
                others.stream().map(host -> broadcastsIn(host) + sent).toList();
        // Hosts do not answer broadcasts, so that ping fails one second after the last request.
        ovs.attemptInHost(from, "ping -n -b -W1 -i0.05 -c%d 10.0.0.255".formatted(sent));
        assertThat(others.stream().map(this::broadcastsIn)).as(beacon::toString).isEqualTo(expected);
    }

    private long broadcastsIn(int host) {
        return ovs.counter(host, "IpExt", "InBcastPkts");
    }

    /** Checks that switches receive only probes, at most one per port and second. */
    void assertOnlyProbesAreLeft() {
        var before = new AtomicLong(ovs.framesIn());
        await().pollDelay(SECOND)
                .pollInterval(SECOND)
                .atMost(QUIET_AFTER.plus(SECOND))
                .untilAsserted(() -> {
                    long now = ovs.framesIn();
                    assertThat(now - before.getAndSet(now))
                            .as("frames that came in at the switches in a second")
                            .isLessThanOrEqualTo(2L * links());
                });
    }

    /** Returns the output ports of the packets from one host to another, in order. */
    List<End> way(int from, int to) {
        var way = new ArrayList<End>();
        for (End in = ovs.hostPort(from); !OvsLab.isHost(in); in = ovs.peer(way.getLast())) {
            String inPort = "in_port=%d,".formatted(in.port());
            List<String> flows = ovs.tables().flows(OvsLab.number(in.node())).stream()
                    .filter(flow -> flow.contains(inPort) && flow.contains(pair(from, to)))
                    .toList();
            assertThat(flows).as("flows at %s, after %s", in, way).hasSize(1);
            var out = new End(in.node(), output(flows.getFirst()));
            assertThat(way).doesNotContain(out);
            way.add(out);
        }
        assertThat(way.getLast()).isEqualTo(ovs.hostPort(to));
        return way;
    }

    private static int output(String flow) {
        Matcher matcher = OUTPUT.matcher(flow);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    private String pair(int from, int to) {
        return "dl_src=%s,dl_dst=%s ".formatted(ovs.mac(from), ovs.mac(to));
    }

    /** Returns the number of flows between two hosts. */
    int hops(int one, int other) {
        return way(one, other).size() + way(other, one).size();
    }

    /** Returns the flows between two hosts. */
    Stream<String> flowsBetween(int one, int other) {
        return flowsOf(one).filter(flow -> flow.contains(pair(one, other)) || flow.contains(pair(other, one)));
    }

    /** Returns the flows from or to a host. */
    Stream<String> flowsOf(int host) {
        return ovs.switches()
                .flatMap(sw -> ovs.tables().flows(sw).stream())
                .filter(flow -> flow.contains(ovs.mac(host)));
    }

    /** Returns the flows to a host that output to a port. */
    List<String> flowsOut(End port, int host) {
        return ovs.tables().flows(OvsLab.number(port.node())).stream()
                .filter(flow -> flow.contains("dl_dst=" + ovs.mac(host)) && output(flow) == port.port())
                .toList();
    }

    /** Returns the protocol of the switches, to distinguish the labs of a test. */
    @Override
    public String toString() {
        return ovs.protocols();
    }

    @Override
    public void close() {
        try (ovs) {
            beacon.close();
        }
    }
}
