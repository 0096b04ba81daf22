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
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.TopologySnapshot;
import org.junit.jupiter.api.Test;

/** Properties of the routes of random networks after random changes. A failure reports the seed. */
class RoutesPropertiesTest {
    private static final long FIRST_SEED = Long.getLong("beacon.test.first-seed", 1);
    private static final int STEPS = 12;
    private static final int FLOWS = 5;

    /** Returns pseudo-random weights from 1 to 4, so that many paths have equal cost. */
    private static LinkWeights weights(long seed) {
        return link -> 1
                + (int) Math.floorMod(
                        31 * link.from().port() + link.to().port() + link.from().datapathId() ^ seed, 4L);
    }

    /** A sequence of networks that differ by a few random changes of links, switches and weights. */
    private static final class History {
        final SplittableRandom random;
        final Network network;
        final ShortestPaths engine = new ShortestPaths(LinkWeights.HOPS);
        LinkWeights weights = LinkWeights.HOPS;

        History(SplittableRandom random, int switches, int links) {
            this.random = random;
            network = Network.random(random, switches, links);
        }

        Routes next() {
            if (random.nextInt(4) == 0) {
                weights = weights(random.nextLong());
                engine.setWeights(weights);
            }
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                network.changeRandomly(random);
            }
            engine.topologyChanged(network.change());
            return engine.routes();
        }
    }

    private static void forRandomHistories(
            int count, int minSwitches, int maxSwitches, int maxLinks, Consumer<History> check) {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + count; seed++) {
            var random = new SplittableRandom(seed);
            int switches = random.nextInt(minSwitches, maxSwitches + 1);
            try {
                check.accept(new History(random, switches, random.nextInt(maxLinks + 1)));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    @Test
    void costsEqualThoseOfAReferenceImplementation() {
        forRandomHistories(200, 2, 14, 40, history -> {
            for (int step = 0; step < STEPS; step++) {
                Routes routes = history.next();
                var oracle = new Oracle(routes.topology(), history.weights);
                for (long from : routes.topology().switches()) {
                    assertThat(costsFrom(routes, from)).isEqualTo(oracle.costsFrom(from));
                }
            }
        });
    }

    private static Map<Long, Integer> costsFrom(Routes routes, long from) {
        var costs = new HashMap<Long, Integer>();
        for (long to : routes.topology().switches()) {
            routes.cost(from, to).ifPresent(cost -> costs.put(to, cost));
        }
        return costs;
    }

    @Test
    void updatedDistancesEqualNewlyComputedOnes() {
        forRandomHistories(50, 20, 150, 500, history -> {
            for (int step = 0; step < STEPS; step++) {
                Routes routes = history.next();
                var fresh = new ShortestPaths(LinkWeights.HOPS);
                fresh.setWeights(history.weights);
                fresh.topologyChanged(history.network.change());
                for (long from = 1; from <= 10; from++) {
                    assertThat(costsFrom(routes, from)).isEqualTo(costsFrom(fresh.routes(), from));
                }
            }
        });
    }

    @Test
    void eachPathConsistsOfExistingLinksAndHasTheirCost() {
        forRandomHistories(200, 2, 14, 40, history -> {
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
        });
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

    @Test
    void theCostsOfSeveralPathsEqualThoseOfAReferenceImplementation() {
        forRandomHistories(200, 2, 10, 30, history -> {
            int count = history.random.nextInt(1, 31);
            history.next();
            // JGraphT misses some paths over parallel links
            history.network.removeParallelLinks();
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
        });
    }

    @Test
    void severalPathsAreTheFirstOfAllLooplessPaths() {
        forRandomHistories(200, 2, 6, 14, history -> {
            int count = history.random.nextInt(1, 31);
            Routes routes = history.next();
            for (long to : routes.topology().switches()) {
                List<Path> all = allPaths(List.of(), 1, to, routes.topology(), history.weights);
                assertThat(routes.paths(1, to, count))
                        .isEqualTo(all.stream().limit(count).toList());
            }
        });
    }

    /** Returns all loopless paths that begin with these links, in the documented order. */
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
                // a stable sort of paths that are ordered by port
                .sorted(Comparator.comparingInt(Path::cost))
                .toList();
    }
}
