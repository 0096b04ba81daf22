package net.beaconcontroller.routing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.TopologySnapshot;
import org.jgrapht.GraphPath;
import org.jgrapht.alg.shortestpath.DijkstraShortestPath;
import org.jgrapht.alg.shortestpath.YenKShortestPath;
import org.jgrapht.graph.DirectedWeightedPseudograph;

/** Shortest paths computed by JGraphT, as a reference. */
final class Oracle {
    private final DirectedWeightedPseudograph<Long, Link> graph = new DirectedWeightedPseudograph<>(Link.class);

    Oracle(TopologySnapshot topology, LinkWeights weights) {
        topology.switches().forEach(graph::addVertex);
        for (Link link : topology.links()) {
            graph.addEdge(link.from().datapathId(), link.to().datapathId(), link);
            graph.setEdgeWeight(link, weight(weights, link));
        }
    }

    /** Adds the penalty of indirect links, see {@link LinkWeights#defaultWeight}. */
    static int weight(LinkWeights weights, Link link) {
        return weights.weight(link) + (link.kind() == Link.Kind.INDIRECT ? 100 * weights.defaultWeight() : 0);
    }

    /** Returns the costs of the shortest paths from a switch to all reachable switches. */
    Map<Long, Integer> costsFrom(long datapathId) {
        var paths = new DijkstraShortestPath<>(graph).getPaths(datapathId);
        var costs = new HashMap<Long, Integer>();
        for (Long other : graph.vertexSet()) {
            double cost = paths.getWeight(other);
            if (Double.isFinite(cost)) {
                costs.put(other, (int) cost);
            }
        }
        return costs;
    }

    List<Integer> costsOfPaths(long from, long to, int count) {
        return new YenKShortestPath<>(graph)
                .getPaths(from, to, count).stream()
                        .map(GraphPath::getWeight)
                        .map(Double::intValue)
                        .toList();
    }
}
