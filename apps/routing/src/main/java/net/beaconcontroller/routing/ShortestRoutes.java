package net.beaconcontroller.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReferenceArray;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.TopologySnapshot;
import org.jspecify.annotations.Nullable;

/**
 * The shortest paths of one graph, represented by distances only: for each destination that was queried, a row with the
 * distances of all vertices to it. A link from u to v is on a shortest path to the destination if and only if its
 * weight is the difference of the distances of u and v, so paths are found by following such links. Rows need four
 * bytes for each pair of vertices.
 *
 * <p>Among several such links, a flow takes the one that rendezvous hashing (Thaler and Ravishankar, IEEE/ACM
 * Transactions on Networking 6(1), 1998) ranks highest. Removing a link therefore moves only its own flows, and a new
 * link attracts only its share.
 *
 * <p>Equal-cost paths need no memory, and in a network with redundancy most changes alter few rows. Rows are computed
 * at the first query, so there are few to update while links are discovered at the start.
 */
final class ShortestRoutes implements Routes {
    private final CsrGraph graph;
    /** The row of each destination, or null before the first query. Two threads may compute the same row at once. */
    private final AtomicReferenceArray<int @Nullable []> rows;

    ShortestRoutes(CsrGraph graph) {
        this.graph = graph;
        rows = new AtomicReferenceArray<>(graph.size());
    }

    /** Returns the routes of the next graph. All rows that are known here are updated. */
    ShortestRoutes next(CsrGraph after) {
        var next = new ShortestRoutes(after);
        if (after.size() == graph.size()) {
            GraphDiff diff = GraphDiff.between(graph, after);
            var distances = new Distances(after);
            for (int vertex = 0; vertex < after.size(); vertex++) {
                int @Nullable [] row = rows.get(vertex);
                if (row != null) {
                    next.rows.setPlain(vertex, distances.update(row, diff));
                }
            }
        }
        return next;
    }

    CsrGraph graph() {
        return graph;
    }

    @Override
    public TopologySnapshot topology() {
        return graph.topology();
    }

    @Override
    public OptionalInt cost(long fromDatapathId, long toDatapathId) {
        int from = graph.vertex(fromDatapathId);
        int to = graph.vertex(toDatapathId);
        return isReachable(from, to) ? OptionalInt.of(row(to)[from]) : OptionalInt.empty();
    }

    private boolean isReachable(int from, int to) {
        return from != CsrGraph.NONE && to != CsrGraph.NONE && row(to)[from] != Distances.UNREACHABLE;
    }

    private int[] row(int destination) {
        int @Nullable [] known = rows.get(destination);
        if (known != null) {
            return known;
        }
        int[] row = new Distances(graph).to(destination);
        rows.set(destination, row);
        return row;
    }

    @Override
    public Optional<Path> path(long fromDatapathId, long toDatapathId, long flowHash) {
        int from = graph.vertex(fromDatapathId);
        int to = graph.vertex(toDatapathId);
        if (!isReachable(from, to)) {
            return Optional.empty();
        }
        int[] row = row(to);
        List<Link> links = new ArrayList<>();
        for (int at = from; at != to; ) {
            int link = nextLink(row, at, flowHash);
            links.add(graph.link(link));
            at = graph.target(link);
        }
        return Optional.of(new Path(links, row[from]));
    }

    /** Returns the shortest-path link of a vertex that ranks highest for this flow. */
    private int nextLink(int[] row, int at, long flowHash) {
        int best = CsrGraph.NONE;
        long bestRank = 0;
        for (int link = graph.firstLink(at); link < graph.endLink(at); link++) {
            if (row[at] - row[graph.target(link)] == graph.weight(link)) {
                long rank = graph.rank(link, flowHash);
                if (best == CsrGraph.NONE || rank > bestRank) {
                    best = link;
                    bestRank = rank;
                }
            }
        }
        return best;
    }

    @Override
    public List<Path> paths(long fromDatapathId, long toDatapathId, int count) {
        if (count < 1) {
            throw new IllegalArgumentException("invalid path count %d: must be at least 1".formatted(count));
        }
        int from = graph.vertex(fromDatapathId);
        int to = graph.vertex(toDatapathId);
        return isReachable(from, to) ? new YenShortestPaths(graph, from, to).first(count) : List.of();
    }
}
