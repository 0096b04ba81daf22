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
 * The shortest paths of one graph. It holds distances only, a row for each destination that was asked for: a link leads
 * on to the destination without detour if its weight and the distance of its end are the distance of its beginning. It
 * takes four bytes for each pair of switches at most.
 *
 * <p>Which of these links a flow takes is decided by rendezvous hashing (Thaler and Ravishankar, IEEE/ACM Trans.
 * Networking 6(1), 1998): the one with the highest rank for this flow. So a link that goes takes only its own flows
 * with it, and one that comes attracts only its share.
 */
final class ShortestRoutes implements Routes {
    private final CsrGraph graph;
    /** By the number of the destination; null where nobody asked yet. Several threads may make the same one at once. */
    private final AtomicReferenceArray<int @Nullable []> rows;

    /** Knows no distances yet. */
    ShortestRoutes(CsrGraph graph) {
        this.graph = graph;
        rows = new AtomicReferenceArray<>(graph.size());
    }

    /** Those of another graph, with the distances that are known here, repaired. */
    ShortestRoutes next(CsrGraph after) {
        var next = new ShortestRoutes(after);
        if (after.size() == graph.size()) {
            GraphDiff edits = GraphDiff.between(graph, after);
            var distances = new Distances(after);
            for (int number = 0; number < after.size(); number++) {
                int @Nullable [] row = rows.get(number);
                if (row != null) {
                    next.rows.setPlain(number, distances.repaired(row, edits));
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
        int from = graph.number(fromDatapathId);
        int to = graph.number(toDatapathId);
        return areConnected(from, to) ? OptionalInt.of(row(to)[from]) : OptionalInt.empty();
    }

    private boolean areConnected(int from, int to) {
        return from != CsrGraph.NONE && to != CsrGraph.NONE && row(to)[from] != Distances.NONE;
    }

    private int[] row(int to) {
        int @Nullable [] known = rows.get(to);
        if (known != null) {
            return known;
        }
        int[] row = new Distances(graph).to(to);
        rows.set(to, row);
        return row;
    }

    @Override
    public Optional<Path> path(long fromDatapathId, long toDatapathId, long flowHash) {
        int from = graph.number(fromDatapathId);
        int to = graph.number(toDatapathId);
        if (!areConnected(from, to)) {
            return Optional.empty();
        }
        int[] row = row(to);
        List<Link> links = new ArrayList<>();
        for (int at = from; at != to; ) {
            int link = choose(row, at, flowHash);
            links.add(graph.link(link));
            at = graph.end(link);
        }
        return Optional.of(new Path(links, row[from]));
    }

    /** Of the links that lead on without detour, the one of highest rank. */
    private int choose(int[] row, int at, long flowHash) {
        int chosen = CsrGraph.NONE;
        long highest = 0;
        for (int link = graph.firstLink(at); link < graph.linksEnd(at); link++) {
            if (row[at] - row[graph.end(link)] == graph.weight(link)) {
                long rank = graph.rank(link, flowHash);
                if (chosen == CsrGraph.NONE || rank > highest) {
                    chosen = link;
                    highest = rank;
                }
            }
        }
        return chosen;
    }

    @Override
    public List<Path> paths(long fromDatapathId, long toDatapathId, int count) {
        if (count < 1) {
            throw new IllegalArgumentException("%d paths asked for, needs at least 1".formatted(count));
        }
        int from = graph.number(fromDatapathId);
        int to = graph.number(toDatapathId);
        return areConnected(from, to) ? new YenShortestPaths(graph, from, to).first(count) : List.of();
    }
}
