package net.beaconcontroller.routing;

import java.util.Arrays;
import java.util.List;

/**
 * The computation of distance rows. A row holds the distance from each vertex to one destination, by vertex number; a
 * published row is never modified.
 *
 * <p>A new row is computed by Dijkstra's algorithm. After a change of the graph, a row is updated as by Ramalingam and
 * Reps (Journal of Algorithms 21(2), 1996). Removing a link affects only vertices all of whose shortest paths used it.
 * These are found first, backwards from the removed links: a vertex is affected if no shortest-path link leads from it
 * to an unaffected vertex. Then Dijkstra's algorithm runs from the best new distances of the affected vertices and of
 * the sources of added links.
 *
 * <p>Not thread-safe: the instance keeps its working arrays.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Rows are updated by the algorithm of Ramalingam and Reps, not that of Demetrescu and Italiano</b> (JACM 51(6),
 * 2004), which the Beacon paper cites. The latter bounds the worst case of a change by n^2 log^3 n, with queues of
 * paths for each pair of switches, and assumes a unique shortest path for each pair, whereas flows are to be
 * distributed over all of them. In a fat tree of 980 switches (k = 28, 21,952 links, hops, all rows in use), removing
 * or adding a link takes 1/290 of the time of computing all rows, removing a core switch 1/100, adding one 1/120. Two
 * thirds of the time for a link is spent on the arrays of the graph. With weights up to 1,000 the ratios are 1/830,
 * 1/100 and 1/140.
 * <li><b>Altered rows are updated, not recomputed</b>, although recomputing would save the sixty lines of the update. A
 * link alters 43 of the 980 rows, whose computation would take 1/20 of the time of computing all. A core switch alters
 * one distance in each row.
 * <li><b>Dijkstra's algorithm is used also for hop counts.</b> A breadth-first search takes half as long, but each row
 * is computed only once.
 * </ul>
 */
final class Distances {
    /** The distance of a vertex without a path, or with one that costs at least this. */
    static final int UNREACHABLE = Integer.MAX_VALUE;

    /** The distance of an excluded vertex during a search, which no path can improve. */
    private static final int EXCLUDED = -1;

    private final CsrGraph graph;
    private final DistanceHeap heap = new DistanceHeap();
    /** The affected vertices in the order of discovery. */
    private final int[] affected;

    private final boolean[] isAffected;
    private int affectedCount;

    Distances(CsrGraph graph) {
        this.graph = graph;
        affected = new int[graph.size()];
        isAffected = new boolean[graph.size()];
    }

    /**
     * Computes the row of a destination.
     *
     * @param excluded vertices that no path may visit; they are unreachable
     */
    int[] to(int destination, int... excluded) {
        var row = new int[graph.size()];
        Arrays.fill(row, UNREACHABLE);
        for (int vertex : excluded) {
            row[vertex] = EXCLUDED;
        }
        relax(row, destination, 0);
        search(row);
        for (int vertex : excluded) {
            row[vertex] = UNREACHABLE;
        }
        return row;
    }

    /** Updates the row of a previous graph. Returns the same row if nothing changes in it. */
    int[] update(int[] row, GraphDiff diff) {
        findAffected(row, diff.removed());
        if (affectedCount == 0 && !isShortened(row, diff.added())) {
            return row;
        }
        int[] updated = row.clone();
        for (int i = 0; i < affectedCount; i++) {
            updated[affected[i]] = UNREACHABLE;
        }
        for (int i = 0; i < affectedCount; i++) {
            for (int link = graph.firstLink(affected[i]); link < graph.endLink(affected[i]); link++) {
                relax(updated, affected[i], (long) updated[graph.target(link)] + graph.weight(link));
            }
            isAffected[affected[i]] = false;
        }
        affectedCount = 0;
        for (GraphDiff.Edge edge : diff.added()) {
            relax(updated, edge.source(), (long) updated[edge.target()] + edge.weight());
        }
        search(updated);
        return updated;
    }

    private void findAffected(int[] row, List<GraphDiff.Edge> removed) {
        removed.forEach(edge -> linkLost(row, edge.source(), edge.target(), edge.weight()));
        for (int i = 0; i < affectedCount; i++) {
            for (int in = graph.firstIncoming(affected[i]); in < graph.endIncoming(affected[i]); in++) {
                linkLost(row, graph.incomingSource(in), affected[i], graph.incomingWeight(in));
            }
        }
    }

    /**
     * Marks the source of a link that is removed, or whose target is affected, unless another shortest-path link
     * remains.
     */
    private void linkLost(int[] row, int source, int target, int weight) {
        if (!isAffected[source] && isOnShortestPath(row, source, target, weight) && !hasShortestPath(row, source)) {
            isAffected[source] = true;
            affected[affectedCount++] = source;
        }
    }

    private boolean hasShortestPath(int[] row, int vertex) {
        for (int link = graph.firstLink(vertex); link < graph.endLink(vertex); link++) {
            if (!isAffected[graph.target(link)]
                    && isOnShortestPath(row, vertex, graph.target(link), graph.weight(link))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether a path over the link is as short as the old distance of its source, or shorter over an added
     * link.
     */
    private static boolean isOnShortestPath(int[] row, int source, int target, int weight) {
        return row[source] - row[target] >= weight;
    }

    private static boolean isShortened(int[] row, List<GraphDiff.Edge> added) {
        return added.stream().anyMatch(edge -> (long) row[edge.target()] + edge.weight() < row[edge.source()]);
    }

    private void relax(int[] row, int vertex, long distance) {
        if (distance < row[vertex]) {
            row[vertex] = (int) distance;
            heap.add((int) distance, vertex);
        }
    }

    /** Runs Dijkstra's algorithm against the direction of the links. Entries that were improved later are skipped. */
    private void search(int[] row) {
        while (!heap.isEmpty()) {
            long nearest = heap.poll();
            int vertex = DistanceHeap.vertex(nearest);
            int distance = DistanceHeap.distance(nearest);
            if (distance == row[vertex]) {
                for (int in = graph.firstIncoming(vertex); in < graph.endIncoming(vertex); in++) {
                    relax(row, graph.incomingSource(in), (long) distance + graph.incomingWeight(in));
                }
            }
        }
    }
}
