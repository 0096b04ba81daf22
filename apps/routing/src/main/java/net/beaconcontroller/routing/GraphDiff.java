package net.beaconcontroller.routing;

import java.util.Arrays;
import java.util.Comparator;
import net.beaconcontroller.topology.Link;

/** The difference between two graphs of the same size, as lists of links. */
final class GraphDiff {
    private static final Comparator<Link> BY_PORTS =
            Comparator.comparing(Link::from).thenComparing(Link::to);

    /** A growing list of links, each with source vertex, target vertex and weight. */
    static final class Links {
        private int[] fields = new int[3 * 16];
        private int count;

        private void add(CsrGraph graph, int source, int link) {
            if (3 * count == fields.length) {
                fields = Arrays.copyOf(fields, 2 * fields.length);
            }
            fields[3 * count] = source;
            fields[3 * count + 1] = graph.target(link);
            fields[3 * count + 2] = graph.weight(link);
            count++;
        }

        int count() {
            return count;
        }

        int source(int index) {
            return fields[3 * index];
        }

        int target(int index) {
            return fields[3 * index + 1];
        }

        int weight(int index) {
            return fields[3 * index + 2];
        }
    }

    private final Links removed = new Links();
    private final Links added = new Links();

    private GraphDiff() {}

    /** Compares two graphs. A link whose weight has changed is in both lists. */
    static GraphDiff between(CsrGraph before, CsrGraph after) {
        var diff = new GraphDiff();
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
                    removed.add(before, vertex, old);
                }
                old++;
            }
            if (order >= 0) {
                if (!isSame) {
                    added.add(after, vertex, current);
                }
                current++;
            }
        }
    }

    private static int compare(Link one, Link other) {
        return one == other ? 0 : BY_PORTS.compare(one, other);
    }

    Links removed() {
        return removed;
    }

    Links added() {
        return added;
    }
}
