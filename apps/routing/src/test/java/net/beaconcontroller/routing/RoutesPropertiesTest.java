package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.TopologySnapshot;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What holds in any network, after any changes. */
class RoutesPropertiesTest {
    private static final int STEPS = 12;
    private static final int FLOWS = 5;

    /** Small, so that many paths cost the same. */
    private static LinkWeights weights(long seed) {
        return link -> 1
                + (int) Math.floorMod(
                        31 * link.from().port() + link.to().port() + link.from().datapathId() ^ seed, 4L);
    }

    /** Networks, each made from the one before by some changes; each with weights that may be others than before. */
    private static final class History {
        final SplittableRandom random;
        final Network network;
        final ShortestPaths engine = new ShortestPaths(LinkWeights.HOPS);
        LinkWeights weights = LinkWeights.HOPS;

        History(long seed, int switches, int links) {
            random = new SplittableRandom(seed);
            network = Network.random(random, switches, links);
        }

        Routes next() {
            if (random.nextInt(4) == 0) {
                weights = weights(random.nextLong());
                engine.setWeights(weights);
            }
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                network.changeSomething(random);
            }
            engine.topologyChanged(network.change());
            return engine.routes();
        }
    }

    @Property(tries = 200)
    void costsAreThoseOfDijkstrasAlgorithmAfterEachChange(
            @ForAll long seed,
            @ForAll @IntRange(min = 2, max = 14) int switches,
            @ForAll @IntRange(max = 40) int links) {
        var history = new History(seed, switches, links);
        for (int step = 0; step < STEPS; step++) {
            Routes routes = history.next();
            var oracle = new Oracle(routes.topology(), history.weights);
            for (long from : routes.topology().switches()) {
                assertThat(costsFrom(routes, from)).isEqualTo(oracle.costsFrom(from));
            }
        }
    }

    private static Map<Long, Integer> costsFrom(Routes routes, long from) {
        var costs = new HashMap<Long, Integer>();
        for (long to : routes.topology().switches()) {
            routes.cost(from, to).ifPresent(cost -> costs.put(to, cost));
        }
        return costs;
    }

    @Property(tries = 50)
    void distancesThatWereRepairedAreThoseMadeAnew(
            @ForAll long seed,
            @ForAll @IntRange(min = 20, max = 150) int switches,
            @ForAll @IntRange(max = 500) int links) {
        var history = new History(seed, switches, links);
        for (int step = 0; step < STEPS; step++) {
            Routes routes = history.next();
            var fresh = new ShortestPaths(LinkWeights.HOPS);
            fresh.setWeights(history.weights);
            fresh.topologyChanged(history.network.change());
            for (long from = 1; from <= 10; from++) {
                assertThat(costsFrom(routes, from)).isEqualTo(costsFrom(fresh.routes(), from));
            }
        }
    }

    @Property(tries = 200)
    void eachPathLeadsThereOnLinksThatAreThereAtItsCost(
            @ForAll long seed,
            @ForAll @IntRange(min = 2, max = 14) int switches,
            @ForAll @IntRange(max = 40) int links) {
        var history = new History(seed, switches, links);
        for (int step = 0; step < STEPS; step++) {
            Routes routes = history.next();
            for (long from : routes.topology().switches()) {
                for (long to : routes.topology().switches()) {
                    for (int flow = 0; flow < FLOWS; flow++) {
                        Optional<Path> path = routes.path(from, to, history.random.nextLong());
                        OptionalInt cost = routes.cost(from, to);
                        assertThat(path.isPresent()).isEqualTo(cost.isPresent());
                        path.ifPresent(found -> {
                            assertThat(found.cost()).isEqualTo(cost.orElseThrow());
                            assertLeads(found, from, to, routes.topology(), history.weights);
                        });
                    }
                }
            }
        }
    }

    private static void assertLeads(Path path, long from, long to, TopologySnapshot topology, LinkWeights weights) {
        var passed = new ArrayList<Long>(List.of(from));
        for (Link link : path.links()) {
            assertThat(link.from().datapathId()).isEqualTo(passed.getLast());
            assertThat(topology.linksFrom(passed.getLast())).contains(link);
            passed.add(link.to().datapathId());
        }
        assertThat(passed).endsWith(to).doesNotHaveDuplicates();
        assertThat(path.hops()).isEqualTo(path.links().size());
        assertThat(path.cost())
                .isEqualTo(path.links().stream()
                        .mapToInt(link -> Oracle.weight(weights, link))
                        .sum());
    }

    @Property(tries = 200)
    void theFirstPathsCostAsMuchAsThoseOfJGraphT(
            @ForAll long seed,
            @ForAll @IntRange(min = 2, max = 10) int switches,
            @ForAll @IntRange(max = 30) int links,
            @ForAll @IntRange(min = 1, max = 30) int count) {
        var history = new History(seed, switches, links);
        history.next();
        history.network.withoutParallelLinks(); // JGraphT misses some paths over them
        history.engine.topologyChanged(history.network.change());
        Routes routes = history.engine.routes();
        var oracle = new Oracle(routes.topology(), history.weights);
        for (long to : routes.topology().switches()) {
            if (to != 1 && routes.topology().switches().contains(1L)) {
                assertThat(routes.paths(1, to, count))
                        .extracting(Path::cost)
                        .isEqualTo(oracle.costsOfPaths(1, to, count));
            }
        }
    }

    @Property(tries = 200)
    void theFirstPathsAreTheFirstOfAll(
            @ForAll long seed,
            @ForAll @IntRange(min = 2, max = 6) int switches,
            @ForAll @IntRange(max = 14) int links,
            @ForAll @IntRange(min = 1, max = 30) int count) {
        var history = new History(seed, switches, links);
        Routes routes = history.next();
        for (long to : routes.topology().switches()) {
            List<Path> all = allPaths(List.of(), 1, to, routes.topology(), history.weights);
            assertThat(routes.paths(1, to, count))
                    .isEqualTo(all.stream().limit(count).toList());
        }
    }

    /** All that go on from some links and meet no switch twice, in the order that is promised. */
    private static List<Path> allPaths(
            List<Link> links, long at, long to, TopologySnapshot topology, LinkWeights weights) {
        if (at == to) {
            int cost = links.stream()
                    .mapToInt(link -> Oracle.weight(weights, link))
                    .sum();
            return List.of(new Path(links, cost));
        }
        return topology.linksFrom(at).stream()
                .filter(next -> links.stream()
                        .noneMatch(link -> link.from().datapathId() == next.to().datapathId()))
                .flatMap(next -> allPaths(
                        Stream.concat(links.stream(), Stream.of(next)).toList(),
                        next.to().datapathId(),
                        to,
                        topology,
                        weights)
                        .stream())
                .sorted(Comparator.comparingInt(Path::cost)) // stable: otherwise it is the order of the ports
                .toList();
    }
}
