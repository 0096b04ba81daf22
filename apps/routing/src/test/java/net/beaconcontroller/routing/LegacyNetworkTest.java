package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.common.VlanId;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Networks of bridges that are attached to several ports at which hosts have been seen before. */
// The tests mostly wait.
@Execution(ExecutionMode.CONCURRENT)
class LegacyNetworkTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration PING = Duration.ofSeconds(1);
    /** The time after which an edge with a host is a proven edge. */
    private static final Duration CONFIRMATION = Duration.ofSeconds(11);

    private static final Duration RECOVERY = Duration.ofSeconds(3);
    private static final int BROADCASTS = 25;
    private static final int MAX_COPIES = 8;
    private static final int TYPE = 0x88b6;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Map<EmulatedHost, Map<Integer, AtomicLong>> received = new ConcurrentHashMap<>();
    private int sent;

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private <T extends AutoCloseable> T open(T resource) {
        opened.add(resource);
        return resource;
    }

    @Test
    void aNetworkThatIsAttachedTwiceCausesNoStorm() throws Exception {
        var layout = new NetworkSpecBuilder();
        String one = layout.addSwitch();
        String h1 = layout.addHost(one);
        String cableAtOne = layout.addHost(one);
        String other = layout.addSwitch();
        String h2 = layout.addHost(other);
        String cableAtOther = layout.addHost(other);
        layout.link(one, other);
        var routed = open(RoutedNetwork.start(layout.build(), Version.OF13));
        var legacy = open(new LegacyNetwork());
        LegacyNetwork.Bridge bridge = legacy.bridge();
        bridge.connect(routed.network.host(cableAtOne));
        LegacyNetwork.Bridge second = legacy.bridge();
        second.connect(routed.network.host(cableAtOther));
        List<EmulatedHost> outside = List.of(routed.network.host(h1), routed.network.host(h2));
        List<EmulatedHost> inside = List.of(bridge.addHost("h11"), second.addHost("h12"));
        var hosts = new ArrayList<>(outside);
        hosts.addAll(inside);
        hosts.forEach(this::count);
        awaitProven(routed, hosts);

        LegacyNetwork.Cable cable = legacy.cable(bridge, second);
        for (int round = 0; round < 2; round++) {
            cable.plug();
            Map<EmulatedHost, Long> copies = broadcast(inside.getFirst(), hosts);
            assertThat(copies.values())
                    .as("copies while the loop is found: " + copies + routed.forwarder.counters())
                    .allMatch(count -> count <= BROADCASTS + MAX_COPIES);
            assertRecovered(routed, hosts);
            cable.unplug();
            assertRecovered(routed, hosts);
        }
    }

    /** Waits until the hosts are known, and their ports are proven edges. */
    private void awaitProven(RoutedNetwork routed, List<EmulatedHost> hosts) {
        hosts.forEach(EmulatedHost::announce);
        await().atMost(PATIENCE).until(() -> hosts.stream()
                .allMatch(host -> routed.devices.byMac(host.mac(), VlanId.NONE).isPresent()));
        long begin = System.nanoTime();
        await().atMost(PATIENCE).until(() -> System.nanoTime() - begin > CONFIRMATION.toNanos());
    }

    /** Lets hosts ping for a time. Then verifies that each ping is answered and each broadcast arrives once. */
    private void assertRecovered(RoutedNetwork routed, List<EmulatedHost> hosts) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < RECOVERY.toNanos()) {
            lostPings(hosts);
        }
        for (int i = 0; i < 10; i++) {
            assertThat(lostPings(hosts))
                    .as("lost pings: " + routed.forwarder.counters())
                    .isEmpty();
        }
        for (EmulatedHost from : hosts) {
            Map<EmulatedHost, Long> copies = broadcast(from, hosts);
            for (EmulatedHost to : hosts) {
                assertThat(copies.get(to))
                        .as("copies from %s to %s: %s", from.name(), to.name(), routed.forwarder.counters())
                        .isEqualTo(to == from ? 0 : BROADCASTS);
            }
        }
    }

    /** Pings between all pairs of hosts at the same time. Returns the pairs without a reply. */
    private static List<String> lostPings(List<EmulatedHost> hosts) {
        var pings = new TreeMap<String, CompletableFuture<Duration>>();
        for (EmulatedHost from : hosts) {
            hosts.stream()
                    .filter(to -> to != from)
                    .forEach(to -> pings.put(
                            from.name() + "->" + to.name(),
                            from.ping(to.address().orElseThrow(), PING)));
        }
        return pings.entrySet().stream()
                .filter(ping ->
                        ping.getValue().handle((_, failure) -> failure != null).join())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Counts the broadcasts that a host receives. */
    private void count(EmulatedHost host) {
        var counts = new ConcurrentHashMap<Integer, AtomicLong>();
        received.put(host, counts);
        var view = new Ethernet();
        host.setListener(frame -> {
            view.wrap(frame, 0, frame.length);
            if (view.type() == TYPE) {
                counts.computeIfAbsent(ByteBuffer.wrap(frame).getInt(view.payloadOffset()), _ -> new AtomicLong())
                        .incrementAndGet();
            }
        });
    }

    /** Sends broadcasts, each after all hosts have received the last one. Returns how many copies each has received. */
    private Map<EmulatedHost, Long> broadcast(EmulatedHost from, List<EmulatedHost> hosts) {
        int first = sent + 1;
        for (int i = 0; i < BROADCASTS; i++) {
            int number = ++sent;
            from.send(FrameBuilder.ethernet(MacAddress.BROADCAST, from.mac())
                    .type(TYPE)
                    .payload(ByteBuffer.allocate(46).putInt(number).array())
                    .build());
            await().atMost(PING).pollInterval(Duration.ofMillis(10)).until(() -> hosts.stream()
                    .allMatch(to ->
                            to == from || received.getOrDefault(to, Map.of()).containsKey(number)));
        }
        var copies = new TreeMap<EmulatedHost, Long>((a, b) -> a.name().compareTo(b.name()));
        for (EmulatedHost to : hosts) {
            copies.put(
                    to,
                    received.getOrDefault(to, Map.of()).entrySet().stream()
                            .filter(entry -> entry.getKey() >= first)
                            .mapToLong(entry -> entry.getValue().get())
                            .sum());
        }
        return copies;
    }
}
