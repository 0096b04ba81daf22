package net.beaconcontroller.routing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The k shortest loopless paths between two vertices: Yen's algorithm (Management Science 17(11), 1971) with Lawler's
 * modification (Management Science 18(7), 1972).
 *
 * <p>The paths are partitioned into classes. The paths of a class begin with the same links, the root, and do not
 * continue with any of the excluded links. The shortest path of each class is a candidate. When the best candidate is
 * taken, the rest of its class is partitioned by the link at which paths deviate from it, so no path is found twice.
 *
 * <p>Not thread-safe.
 */
final class YenShortestPaths {
    private final CsrGraph graph;
    private final int from;
    private final int to;
    private final Distances distances;
    /** The path under construction. */
    private final int[] links;

    private final PriorityQueue<Candidate> candidates = new PriorityQueue<>();

    /** The shortest path of a class. */
    private static final class Candidate implements Comparable<Candidate> {
        final int[] links;
        final int cost;
        final int rootLength;
        /** The links with which no path of the class continues after the root. */
        final Set<Integer> excluded;

        Candidate(int[] links, int cost, int rootLength, Set<Integer> excluded) {
            this.links = links;
            this.cost = cost;
            this.rootLength = rootLength;
            this.excluded = excluded;
        }

        @Override
        public int compareTo(Candidate other) {
            return cost == other.cost ? Arrays.compare(links, other.links) : Integer.compare(cost, other.cost);
        }
    }

    YenShortestPaths(CsrGraph graph, int from, int to) {
        this.graph = graph;
        this.from = from;
        this.to = to;
        distances = new Distances(graph);
        links = new int[graph.size()];
    }

    /** Returns at most this many paths. Paths of equal cost are ordered by their link numbers. */
    List<Path> first(int count) {
        if (from == to) {
            return List.of(new Path(List.of(), 0));
        }
        var paths = new ArrayList<Path>();
        addCandidate(new int[0], 0, Set.of());
        Candidate next = candidates.poll();
        while (next != null) {
            paths.add(new Path(Arrays.stream(next.links).mapToObj(graph::link).toList(), next.cost));
            if (paths.size() == count) {
                break;
            }
            partition(next);
            next = candidates.poll();
        }
        return paths;
    }

    /** Partitions the class of a path without the path itself. */
    private void partition(Candidate best) {
        for (int rootLength = best.rootLength; rootLength < best.links.length; rootLength++) {
            var excluded = new HashSet<Integer>(rootLength == best.rootLength ? best.excluded : Set.of());
            excluded.add(best.links[rootLength]);
            addCandidate(best.links, rootLength, excluded);
        }
    }

    /** Adds the shortest path of a class, unless the class is empty. The root is a prefix of the given path. */
    private void addCandidate(int[] path, int rootLength, Set<Integer> excluded) {
        var visited = new int[rootLength + 1];
        visited[0] = from;
        long cost = 0;
        for (int i = 0; i < rootLength; i++) {
            links[i] = path[i];
            visited[i + 1] = graph.target(path[i]);
            cost += graph.weight(path[i]);
        }
        int[] row = distances.to(to, visited);
        int length = rootLength;
        int at = visited[rootLength];
        while (at != to) {
            int link = nextLink(row, at, length == rootLength ? excluded : Set.of());
            if (link == CsrGraph.NONE) {
                return;
            }
            links[length++] = link;
            cost += graph.weight(link);
            at = graph.target(link);
        }
        if (cost < Distances.UNREACHABLE) {
            candidates.add(new Candidate(Arrays.copyOf(links, length), (int) cost, rootLength, excluded));
        }
    }

    /** Returns the first of the links with the least cost to the destination, or {@link CsrGraph#NONE}. */
    private int nextLink(int[] row, int at, Set<Integer> excluded) {
        int best = CsrGraph.NONE;
        long leastCost = Distances.UNREACHABLE;
        for (int link = graph.firstLink(at); link < graph.endLink(at); link++) {
            long cost = (long) row[graph.target(link)] + graph.weight(link);
            if (cost < leastCost && !excluded.contains(link)) {
                best = link;
                leastCost = cost;
            }
        }
        return best;
    }
}
