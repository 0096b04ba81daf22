package net.beaconcontroller.routing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.beaconcontroller.topology.Link;

/** The difference between two graphs of the same size, as lists of links. A link with a new weight is in both lists. */
record GraphDiff(List<Edge> removed, List<Edge> added) {
    private static final Comparator<Link> BY_PORTS =
            Comparator.comparing(Link::from).thenComparing(Link::to);

    /** A link between two vertices. */
    record Edge(int source, int target, int weight) {
        static Edge of(CsrGraph graph, int source, int link) {
            return new Edge(source, graph.target(link), graph.weight(link));
        }
    }

    /** Compares two graphs. */
    static GraphDiff between(CsrGraph before, CsrGraph after) {
        var diff = new GraphDiff(new ArrayList<>(), new ArrayList<>());
        for (int vertex = 0; vertex < after.size(); vertex++) {
            diff.compare(vertex, before, after);
        }
        return diff;
    }

    /** Merges the two ordered lists of outgoing links of a vertex. */
    private void compare(int vertex, CsrGraph before, CsrGraph after) {
        int old = before.firstLink(vertex);
        int current = after.firstLink(vertex);
        while (old < before.endLink(vertex) || current < after.endLink(vertex)) {
            int order;
            if (old == before.endLink(vertex)) {
                order = 1;
            } else if (current == after.endLink(vertex)) {
                order = -1;
            } else {
                order = compare(before.link(old), after.link(current));
            }
            boolean isSame = order == 0 && before.weight(old) == after.weight(current);
            if (order <= 0) {
                if (!isSame) {
                    removed.add(Edge.of(before, vertex, old));
                }
                old++;
            }
            if (order >= 0) {
                if (!isSame) {
                    added.add(Edge.of(after, vertex, current));
                }
                current++;
            }
        }
    }

    private static int compare(Link one, Link other) {
        return one == other ? 0 : BY_PORTS.compare(one, other);
    }
}
