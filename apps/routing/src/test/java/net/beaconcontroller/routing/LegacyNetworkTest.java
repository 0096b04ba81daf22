package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Networks of bridges that are attached to several ports at which hosts have been seen before. */
// The tests mostly wait.
@Execution(ExecutionMode.CONCURRENT)
class LegacyNetworkTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration PING = Duration.ofSeconds(1);
    /** The time after which an edge with a host is a proven edge. */
    private static final Duration CONFIRMATION = Duration.ofSeconds(11);

    /** Less than the time after which a switch removes a flow that is not used. */
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(FlowEntry.IDLE_TIMEOUT_SECONDS - 2);

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

    /** @param switches the switches at which the bridges are attached, each with a port of its own */
    @ParameterizedTest
    @CsvSource({"s1 s2, true", "s1 s1, true", "s1 s2 s2, true", "s1 s2, false"})
    void aNetworkThatIsAttachedSeveralTimesCausesNoStorm(String switches, boolean isProven) throws Exception {
        List<String> places = List.of(switches.split(" "));
        var layout = new NetworkSpecBuilder();
        layout.addSwitch();
        layout.addSwitch();
        layout.link("s1", "s2");
        List<String> outside = List.of(layout.addHost("s1"), layout.addHost("s2"));
        List<String> cables = places.stream().map(layout::addHost).toList();
        var routed = open(RoutedNetwork.start(layout.build(), Version.OF13));
        var legacy = open(new LegacyNetwork());
        List<LegacyNetwork.Bridge> bridges =
                places.stream().map(_ -> legacy.bridge()).toList();
        var hosts = new ArrayList<EmulatedHost>();
        outside.forEach(name -> hosts.add(routed.network.host(name)));
        for (int i = 0; i < places.size(); i++) {
            bridges.get(i).connect(routed.network.host(cables.get(i)));
            hosts.add(bridges.get(i).addHost("h" + (11 + i)));
        }
        hosts.forEach(this::count);
        if (isProven) {
            awaitProven(routed, hosts);
        }
        List<LegacyNetwork.Cable> joints = bridges.stream()
                .skip(1)
                .map(bridge -> legacy.cable(bridges.getFirst(), bridge))
                .toList();
        joints.forEach(LegacyNetwork.Cable::plug);
        assertNoStorm(routed, hosts);
        assertRecovered(routed, hosts);
        joints.forEach(LegacyNetwork.Cable::unplug);
        assertRecovered(routed, hosts);
        assertThat(lostPings(hosts)).isEmpty();
        assertThat(hasFlowBetween(routed, cables))
                .as("flow between two ports of a switch")
                .isEqualTo(Set.copyOf(places).size() < places.size());
        joints.forEach(LegacyNetwork.Cable::plug);
        assertNoStorm(routed, hosts);
        await().atMost(IDLE_TIMEOUT).until(() -> !hasFlowBetween(routed, cables));
    }

    /** Returns whether a switch has a flow between two ports of the bridges: packets could follow it in a loop. */
    private static boolean hasFlowBetween(RoutedNetwork routed, List<String> cables) {
        return routed.network.switchNames().stream().anyMatch(sw -> hasFlowBetween(routed, sw, cables));
    }

    private static boolean hasFlowBetween(RoutedNetwork routed, String sw, List<String> cables) {
        Set<Long> ports = routed.layout.links().stream()
                .flatMap(link -> Stream.of(List.of(link.a(), link.b()), List.of(link.b(), link.a())))
                .filter(ends -> ends.getFirst().node().equals(sw)
                        && cables.contains(ends.getLast().node()))
                .map(ends -> ends.getFirst().port())
                .collect(Collectors.toSet());
        return routed.network.flows(sw).stream()
                .filter(flow -> ports.stream()
                        .anyMatch(port -> flow.match().of(Field.IN_PORT).equals(Optional.of(Field.IN_PORT.is(port)))))
                .anyMatch(flow -> ports.contains(output(flow)));
    }

    private static long output(FlowStats flow) {
        var actions = ((Instruction.ApplyActions) flow.instructions().getFirst()).actions();
        return ((Action.Output) actions.getFirst()).port();
    }

    private void assertNoStorm(RoutedNetwork routed, List<EmulatedHost> hosts) {
        Map<String, Long> copies = broadcast(hosts.getLast(), hosts);
        assertThat(copies.values())
                .as("copies while the loop is found: " + copies + routed.forwarder.counters())
                .allMatch(count -> count <= BROADCASTS + MAX_COPIES);
    }

    /** Waits until the hosts are known, and their ports are proven edges. */
    private void awaitProven(RoutedNetwork routed, List<EmulatedHost> hosts) {
        hosts.forEach(EmulatedHost::announce);
        await().atMost(PATIENCE).until(() -> hosts.stream()
                .allMatch(host -> routed.devices.byMac(host.mac(), VlanId.NONE).isPresent()));
        long begin = System.nanoTime();
        await().atMost(PATIENCE).until(() -> System.nanoTime() - begin > CONFIRMATION.toNanos());
    }

    /** Waits until all pings are answered. Verifies that they still are then, and that each broadcast arrives once. */
    private void assertRecovered(RoutedNetwork routed, List<EmulatedHost> hosts) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(lostPings(hosts))
                .as(
                        "lost pings: %s %s %s",
                        routed.forwarder.counters(),
                        routed.devices.all().toList(),
                        routed.topology.snapshot().links())
                .isEmpty());
        for (int i = 0; i < 10; i++) {
            assertThat(lostPings(hosts))
                    .as("lost pings: " + routed.forwarder.counters())
                    .isEmpty();
        }
        for (EmulatedHost from : hosts) {
            Map<String, Long> copies = broadcast(from, hosts);
            for (EmulatedHost to : hosts) {
                assertThat(copies.get(to.name()))
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
    private Map<String, Long> broadcast(EmulatedHost from, List<EmulatedHost> hosts) {
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
        var copies = new TreeMap<String, Long>();
        for (EmulatedHost to : hosts) {
            copies.put(
                    to.name(),
                    received.getOrDefault(to, Map.of()).entrySet().stream()
                            .filter(entry -> entry.getKey() >= first)
                            .mapToLong(entry -> entry.getValue().get())
                            .sum());
        }
        return copies;
    }
}
