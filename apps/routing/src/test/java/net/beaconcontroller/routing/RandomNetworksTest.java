package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.Network.LinkState;
import net.beaconcontroller.emulator.network.PingReport;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.openflow.Version;
import org.jgrapht.Graph;
import org.jgrapht.alg.connectivity.ConnectivityInspector;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.Multigraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random networks with random faults: links and switches fail and recover, hosts move. After each fault, reachability
 * agrees with the connectivity of the network graph. A failure reports the seed of the network. To try more networks,
 * run {@code mvn test -pl apps/routing -am -Dbeacon.test.networks=300 -Dtest=RandomNetworksTest
 * -Dsurefire.failIfNoSpecifiedTests=false}.
 */
class RandomNetworksTest {
    private static final int NETWORKS = Integer.getInteger("beacon.test.networks", 8);
    private static final long FIRST_SEED = Long.getLong("beacon.test.first-seed", 1);
    private static final int PARALLEL_NETWORKS = 8;
    private static final int FAULTS = 3;
    private static final long BROADCAST = 0xffff_ffffL;
    /** Exceeds the address resolution timeout of a host, which drops the packets that wait for the last request. */
    private static final Duration PING_TIMEOUT = Duration.ofMillis(3_500);

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Runs several networks in parallel, because they mostly wait. */
    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void reachabilityAgreesWithTheGraph() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(PARALLEL_NETWORKS)) {
            var tries = new HashMap<Long, Future<?>>();
            for (long seed = FIRST_SEED; seed < FIRST_SEED + NETWORKS; seed++) {
                long thisSeed = seed;
                tries.put(seed, threads.submit(() -> {
                    tryNetwork(new Random(thisSeed));
                    return thisSeed;
                }));
            }
            for (var one : tries.entrySet()) {
                assertThat(one.getValue()).as("seed %d", one.getKey()).succeedsWithin(Duration.ofHours(1));
            }
        }
    }

    private static void tryNetwork(Random random) throws IOException {
        Version version = random.nextBoolean() ? Version.OF10 : Version.OF13;
        try (var routed = RoutedNetwork.start(layout(random), version)) {
            check(routed, "initially");
            for (int count = 0; count < FAULTS; count++) {
                String fault = injectFault(routed.network, routed.layout, random);
                routed.awaitSettled();
                check(routed, "after " + fault);
            }
        }
    }

    private static NetworkSpec layout(Random random) {
        var builder = new NetworkSpecBuilder();
        var switches = new ArrayList<String>();
        int count = 2 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            switches.add(builder.addSwitch());
        }
        // mostly connected: each switch but the first has a link to an earlier one with high probability
        for (int i = 1; i < count; i++) {
            if (random.nextInt(12) > 0) {
                builder.link(switches.get(i), switches.get(random.nextInt(i)));
            }
        }
        for (int more = random.nextInt(2 * count); more > 0; more--) {
            int one = random.nextInt(count);
            int other = random.nextInt(count);
            if (one != other) {
                builder.link(switches.get(one), switches.get(other));
            }
        }
        for (int hosts = 2 + random.nextInt(6); hosts > 0; hosts--) {
            builder.addHost(switches.get(random.nextInt(count)));
        }
        return builder.build();
    }

    private static String injectFault(Network network, NetworkSpec layout, Random random) {
        NetworkSpec.Switch sw =
                layout.switches().get(random.nextInt(layout.switches().size()));
        List<LinkState> links = network.links().stream()
                .filter(link -> link.place().a().port() > 0 && link.place().b().port() > 0)
                .toList();
        return switch (random.nextInt(links.isEmpty() ? 2 : 4)) {
            case 0 -> {
                String host = layout.hosts()
                        .get(random.nextInt(layout.hosts().size()))
                        .name();
                network.moveHost(host, sw.name());
                yield "%s moved to %s".formatted(host, sw.name());
            }
            case 1 -> {
                boolean isRunning = network.query(sw.name(), one -> one.isRunning());
                if (isRunning) {
                    network.switchDown(sw.name());
                } else {
                    network.switchUp(sw.name());
                }
                yield "%s %s".formatted(sw.name(), isRunning ? "failed" : "came back");
            }
            default -> {
                LinkState link = links.get(random.nextInt(links.size()));
                NetworkSpec.End end = link.place().a();
                if (link.isUp()) {
                    network.portDown(end.node(), end.port());
                } else {
                    network.portUp(end.node(), end.port());
                }
                yield "the link at %s went %s".formatted(end, link.isUp() ? "down" : "up");
            }
        };
    }

    private static void check(RoutedNetwork routed, String when) {
        ConnectivityInspector<String, DefaultEdge> graph = graph(routed.network);
        List<EmulatedHost> hosts = routed.network.hosts();

        var unreachable = new HashSet<String>();
        for (EmulatedHost from : hosts) {
            for (EmulatedHost to : hosts) {
                if (from != to && !graph.pathExists(from.name(), to.name())) {
                    unreachable.add(from.name() + "->" + to.name());
                }
            }
        }
        PingReport report = routed.network.pingAll(PING_TIMEOUT);
        assertThat(report.lost().stream().map(PingReport.Pair::toString))
                .as("lost %s; %s", when, routed.forwarder.counters())
                .containsExactlyInAnyOrderElementsOf(unreachable);
        assertThat(report.duplicated()).as("duplicates " + when).isEmpty();

        for (EmulatedHost from : hosts) {
            Set<String> all = hosts.stream()
                    .map(EmulatedHost::name)
                    .filter(name -> !name.equals(from.name()) && graph.pathExists(from.name(), name))
                    .collect(Collectors.toSet());
            long id = from.sendDatagram(BROADCAST);
            await("broadcast of %s %s to %s".formatted(from.name(), when, all))
                    .atMost(PATIENCE)
                    .until(() -> receivedBy(hosts, from, id).containsAll(all));
            assertThat(receivedBy(hosts, from, id)).as("broadcast %s", when).isEqualTo(all);
        }
        assertThat(routed.network.counters().duplicates())
                .as("duplicates " + when)
                .isZero();

        var oracle = new Oracle(routed.topology.snapshot(), LinkWeights.HOPS);
        Routes routes = routed.engine.routes(routed.topology.snapshot());
        for (Long from : routed.topology.snapshot().switches()) {
            oracle.costsFrom(from)
                    .forEach((to, cost) -> assertThat(routes.cost(from, to)).hasValue(cost));
        }
    }

    private static Set<String> receivedBy(List<EmulatedHost> hosts, EmulatedHost from, long id) {
        return hosts.stream()
                .filter(host -> host != from && host.hasSeen(id))
                .map(EmulatedHost::name)
                .collect(Collectors.toSet());
    }

    /** Builds the graph of the links with a carrier. */
    private static ConnectivityInspector<String, DefaultEdge> graph(Network network) {
        Graph<String, DefaultEdge> graph = new Multigraph<>(DefaultEdge.class);
        for (LinkState link : network.links()) {
            String one = link.place().a().node();
            String other = link.place().b().node();
            graph.addVertex(one);
            graph.addVertex(other);
            if (link.hasCarrier()) {
                graph.addEdge(one, other);
            }
        }
        return new ConnectivityInspector<>(graph);
    }
}
