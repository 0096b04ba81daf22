package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.TopologySnapshot;
import org.junit.jupiter.api.Test;

class ShortestPathsTest {
    private static final int FLOWS = 2_000;

    private final ShortestPaths engine = new ShortestPaths(LinkWeights.HOPS);
    private final Network network = new Network();

    private Routes routes() {
        engine.topologyChanged(network.change());
        return engine.routes();
    }

    private static Routes routes(Network network) {
        var engine = new ShortestPaths(LinkWeights.HOPS);
        engine.topologyChanged(network.change());
        return engine.routes();
    }

    private static List<Link> links(Routes routes, long from, long to, long flowHash) {
        return routes.path(from, to, flowHash).orElseThrow().links();
    }

    @Test
    void thereAreNoPathsWithoutATopology() {
        assertThat(engine.routes().topology()).isSameAs(TopologySnapshot.EMPTY);
        assertThat(engine.routes().path(1, 1, 0)).isEmpty();
        assertThat(engine.routes().cost(1, 1)).isEmpty();
        assertThat(engine.routes().paths(1, 1, 1)).isEmpty();
    }

    @Test
    void thePathToTheSameSwitchHasNoLinks() {
        network.add(1);
        Routes routes = routes();
        assertThat(routes.path(1, 1, 0)).contains(new Path(List.of(), 0));
        assertThat(routes.cost(1, 1)).hasValue(0);
        assertThat(routes.paths(1, 1, 5)).containsExactly(new Path(List.of(), 0));
    }

    @Test
    void aPathContainsItsLinksInOrder() {
        Link first = network.join(1, 2);
        Link second = network.join(2, 3);
        Path path = routes().path(1, 3, 0).orElseThrow();
        assertThat(path.links()).containsExactly(first, second);
        assertThat(path.hops()).isEqualTo(2);
        assertThat(path.cost()).isEqualTo(2);
    }

    @Test
    void aLinkKnownInOneDirectionIsUsedInThatDirectionOnly() {
        network.joinOneWay(1, 2, Link.Kind.DIRECT);
        Routes routes = routes();
        assertThat(routes.cost(1, 2)).hasValue(1);
        assertThat(routes.cost(2, 1)).isEmpty();
        assertThat(routes.path(2, 1, 0)).isEmpty();
        assertThat(routes.paths(2, 1, 3)).isEmpty();
    }

    @Test
    void anIndirectLinkIsAvoidedInFavorOfAHundredDirectHops() {
        network.joinOneWay(1, 101, Link.Kind.INDIRECT);
        LongStream.range(1, 101).forEach(i -> network.join(i, i + 1));
        Routes routes = routes();
        assertThat(routes.path(1, 101, 0)).get().extracting(Path::hops).isEqualTo(100);
    }

    @Test
    void anIndirectLinkIsUsedIfThereIsNoOtherPath() {
        Link link = network.joinOneWay(1, 2, Link.Kind.INDIRECT);
        assertThat(routes().path(1, 2, 0)).contains(new Path(List.of(link), 101));
    }

    @Test
    void previousRoutesDoNotChange() {
        Link link = network.join(1, 2);
        Routes before = routes();
        network.remove(link);
        Routes after = routes();
        assertThat(before.cost(1, 2)).hasValue(1);
        assertThat(after.cost(1, 2)).isEmpty();
        assertThat(after.topology().version()).isEqualTo(before.topology().version() + 1);
    }

    @Test
    void flowsAreSpreadEvenlyOverTheShortestPathsOfAFatTree() {
        Routes routes = routes(Network.fatTree(4));
        var counts = new HashMap<List<Link>, Integer>();
        for (int flow = 0; flow < FLOWS; flow++) {
            counts.merge(
                    links(routes, Network.fatTreeEdge(4, 0, 0), Network.fatTreeEdge(4, 3, 1), flow), 1, Integer::sum);
        }
        assertThat(counts).hasSize(4);
        assertThat(counts.values()).allSatisfy(count -> assertThat(count).isBetween(FLOWS / 5, FLOWS / 3));
    }

    @Test
    void flowsAreSpreadOverParallelLinks() {
        var parallel = new HashSet<Link>();
        LongStream.range(0, 3).forEach(_ -> parallel.add(network.join(1, 2)));
        Routes routes = routes();
        var used = new HashSet<Link>();
        LongStream.range(0, 100).forEach(flow -> used.addAll(links(routes, 1, 2, flow)));
        assertThat(used).isEqualTo(parallel);
    }

    @Test
    void removingALinkMovesOnlyItsOwnFlows() {
        Network fatTree = Network.fatTree(4);
        Link gone =
                fatTree.change().after().linksFrom(Network.fatTreeEdge(4, 0, 0)).getFirst();
        var engine = new ShortestPaths(LinkWeights.HOPS);
        engine.topologyChanged(fatTree.change());
        Routes before = engine.routes();
        engine.topologyChanged(fatTree.remove(gone).change());
        for (int flow = 0; flow < FLOWS; flow++) {
            List<Link> links = links(before, gone.from().datapathId(), Network.fatTreeEdge(4, 2, 0), flow);
            if (!links.contains(gone)) {
                assertThat(links(engine.routes(), gone.from().datapathId(), Network.fatTreeEdge(4, 2, 0), flow))
                        .isEqualTo(links);
            }
        }
    }

    @Test
    void theChosenPathIsIndependentOfEarlierTopologies() {
        Network fatTree = Network.fatTree(4);
        var engine = new ShortestPaths(LinkWeights.HOPS);
        engine.topologyChanged(fatTree.change());
        engine.topologyChanged(fatTree.removeSwitch(1).change());
        var random = new SplittableRandom(1);
        for (int i = 0; i < 100; i++) {
            fatTree.changeRandomly(random);
            engine.topologyChanged(fatTree.change());
        }
        Routes fresh = routes(fatTree);
        for (long from : fresh.topology().switches()) {
            for (long to : fresh.topology().switches()) {
                assertThat(engine.routes().path(from, to, from ^ to)).isEqualTo(fresh.path(from, to, from ^ to));
            }
        }
    }

    @Test
    void theShortestPathHasTheLeastTotalWeight() {
        Link direct = network.join(1, 3);
        network.join(1, 2);
        network.join(2, 3);
        engine.setWeights(link -> link.equals(direct) ? 3 : 1);
        assertThat(routes().path(1, 3, 0)).get().extracting(Path::hops).isEqualTo(2);
    }

    @Test
    void weightsAreReadAgainWhenTheyHaveChanged() {
        network.join(1, 2);
        var weight = new int[] {5};
        engine.setWeights(_ -> weight[0]);
        Routes before = routes();
        assertThat(before.cost(1, 2)).hasValue(5);
        weight[0] = 7;
        engine.weightsChanged();
        assertThat(engine.routes().cost(1, 2)).hasValue(7);
        assertThat(engine.routes().topology()).isSameAs(before.topology());
    }

    @Test
    void weightsAreReadAgainAfterEachTopologyChange() {
        network.join(1, 2);
        var weight = new int[] {5};
        engine.setWeights(_ -> weight[0]);
        routes();
        weight[0] = 7;
        network.add(3);
        assertThat(routes().cost(1, 2)).hasValue(7);
    }

    @Test
    void theConfiguredWeightsReturnWhenTheServiceGoes() {
        LinkWeights weights = _ -> 5;
        network.join(1, 2);
        engine.setWeights(weights);
        routes();
        engine.unsetWeights(weights);
        assertThat(engine.routes().cost(1, 2)).hasValue(1);
    }

    @Test
    void replacedWeightsStayWhenTheirPredecessorGoes() {
        LinkWeights weights = _ -> 5;
        network.join(1, 2);
        engine.setWeights(weights);
        engine.setWeights(_ -> 6);
        engine.unsetWeights(weights);
        assertThat(routes().cost(1, 2)).hasValue(6);
    }

    @Test
    void anInvalidWeightIsReplacedByTheDefaultWeight() {
        Link zero = network.join(1, 2);
        Link tooMuch = network.join(2, 3);
        Link fails = network.join(3, 4);
        engine.setWeights(new LinkWeights() {
            @Override
            public int weight(Link link) {
                if (link.equals(fails)) {
                    throw new IllegalStateException("on purpose");
                }
                return link.equals(zero) ? 0 : link.equals(tooMuch) ? MAX + 1 : MAX;
            }

            @Override
            public int defaultWeight() {
                return 10;
            }
        });
        assertThat(routes().cost(1, 4)).hasValue(30);
    }

    @Test
    void aPathWhoseCostOverflowsIsUnreachable() {
        engine.setWeights(_ -> LinkWeights.MAX);
        LongStream.range(1, 3_000).forEach(i -> network.join(i, i + 1));
        Routes routes = routes();
        assertThat(routes.cost(1, 2_148)).hasValue(2_147 * LinkWeights.MAX);
        assertThat(routes.cost(1, 2_149)).isEmpty();
        assertThat(routes.cost(3_000, 1)).isEmpty();
    }

    @Test
    void pathsOfTheSameCostAreOrderedByTheirPorts() {
        Link low = network.join(1, 3);
        network.join(1, 2);
        network.join(2, 3);
        Link high = network.join(1, 3);
        List<Path> paths = routes().paths(1, 3, 10);
        assertThat(paths).extracting(Path::cost).containsExactly(1, 1, 2);
        assertThat(paths.get(0).links()).containsExactly(low);
        assertThat(paths.get(1).links()).containsExactly(high);
    }

    @Test
    void rejectsAPathCountOfZero() {
        network.add(1);
        Routes routes = routes();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> routes.paths(1, 1, 0))
                .withMessageContaining("at least 1");
    }
}
