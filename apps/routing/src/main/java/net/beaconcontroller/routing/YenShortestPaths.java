package net.beaconcontroller.routing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * InstalledPaths between two switches that meet no switch twice, the shortest first: Yen's algorithm (Management
 * Science 17(11), 1971) as Lawler put it (Management Science 18(7), 1972). All paths are one set, of which the first is
 * known. Taking it out leaves a set for each of its switches: those paths that go with it up to there, and then take
 * another link. Of each the first is found, and the first of all is the next; so no path is found twice. For one
 * thread.
 */
final class YenShortestPaths {
    private final CsrGraph graph;
    private final int from;
    private final int to;
    private final Distances distances;
    /** The path that is being put together. */
    private final int[] links;

    private final PriorityQueue<Found> found = new PriorityQueue<>();

    /** The first path of a set of paths, which have the same first links. */
    private static final class Found implements Comparable<Found> {
        final int[] links;
        final int cost;
        /** How many links are the same in all. */
        final int shared;
        /** None of them goes on with one of these. */
        final Set<Integer> excluded;

        Found(int[] links, int cost, int shared, Set<Integer> excluded) {
            this.links = links;
            this.cost = cost;
            this.shared = shared;
            this.excluded = excluded;
        }

        @Override
        public int compareTo(Found other) {
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

    /** So many at most. InstalledPaths that cost the same are ordered by the numbers of their links. */
    List<Path> first(int count) {
        if (from == to) {
            return List.of(new Path(List.of(), 0));
        }
        var paths = new ArrayList<Path>();
        findFirst(new int[0], 0, Set.of());
        Found next = found.poll();
        while (next != null) {
            paths.add(new Path(Arrays.stream(next.links).mapToObj(graph::link).toList(), next.cost));
            if (paths.size() == count) {
                break;
            }
            split(next);
            next = found.poll();
        }
        return paths;
    }

    /** Takes the first path out of its set, and finds those of the sets that are left. */
    private void split(Found first) {
        for (int shared = first.shared; shared < first.links.length; shared++) {
            var excluded = new HashSet<Integer>(shared == first.shared ? first.excluded : Set.of());
            excluded.add(first.links[shared]);
            findFirst(first.links, shared, excluded);
        }
    }

    /**
     * Of the paths that begin with the shared links of another, and go on with none of the excluded, finds the first.
     */
    private void findFirst(int[] other, int shared, Set<Integer> excluded) {
        var passed = new int[shared + 1];
        passed[0] = from;
        long cost = 0;
        for (int i = 0; i < shared; i++) {
            links[i] = other[i];
            passed[i + 1] = graph.end(other[i]);
            cost += graph.weight(other[i]);
        }
        int[] row = distances.to(to, passed);
        int length = shared;
        int at = passed[shared];
        while (at != to) {
            int link = nearest(row, at, length == shared ? excluded : Set.of());
            if (link == CsrGraph.NONE) {
                return;
            }
            links[length++] = link;
            cost += graph.weight(link);
            at = graph.end(link);
        }
        if (cost < Distances.NONE) {
            found.add(new Found(Arrays.copyOf(links, length), (int) cost, shared, excluded));
        }
    }

    /** The first of the links that lead on at the least cost, or {@link CsrGraph#NONE}. */
    private int nearest(int[] row, int at, Set<Integer> excluded) {
        int nearest = CsrGraph.NONE;
        long least = Distances.NONE;
        for (int link = graph.firstLink(at); link < graph.linksEnd(at); link++) {
            long cost = (long) row[graph.end(link)] + graph.weight(link);
            if (cost < least && !excluded.contains(link)) {
                nearest = link;
                least = cost;
            }
        }
        return nearest;
    }
}
