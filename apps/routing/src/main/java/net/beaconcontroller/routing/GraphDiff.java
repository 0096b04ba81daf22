package net.beaconcontroller.routing;

import java.util.Arrays;
import java.util.Comparator;
import net.beaconcontroller.topology.Link;

/**
 * What is different from one graph to the next of the same size: links as where they begin and end and what they weigh.
 */
final class GraphDiff {
    private static final Comparator<Link> BY_PORTS =
            Comparator.comparing(Link::from).thenComparing(Link::to);

    /** Some links, by the switches' numbers. */
    static final class Links {
        private int[] fields = new int[3 * 16];
        private int count;

        private void add(CsrGraph graph, int begin, int link) {
            if (3 * count == fields.length) {
                fields = Arrays.copyOf(fields, 2 * fields.length);
            }
            fields[3 * count] = begin;
            fields[3 * count + 1] = graph.end(link);
            fields[3 * count + 2] = graph.weight(link);
            count++;
        }

        int count() {
            return count;
        }

        int begin(int index) {
            return fields[3 * index];
        }

        int end(int index) {
            return fields[3 * index + 1];
        }

        int weight(int index) {
            return fields[3 * index + 2];
        }
    }

    private final Links removed = new Links();
    private final Links added = new Links();

    private GraphDiff() {}

    /** A link that weighs something else is among the removed and the added. */
    static GraphDiff between(CsrGraph before, CsrGraph after) {
        var edits = new GraphDiff();
        for (int number = 0; number < after.size(); number++) {
            edits.compare(number, before, after);
        }
        return edits;
    }

    private void compare(int number, CsrGraph before, CsrGraph after) {
        int old = before.firstLink(number);
        int current = after.firstLink(number);
        while (old < before.linksEnd(number) || current < after.linksEnd(number)) {
            int order;
            if (old == before.linksEnd(number)) {
                order = 1;
            } else if (current == after.linksEnd(number)) {
                order = -1;
            } else {
                order = compare(before.link(old), after.link(current));
            }
            boolean isSame = order == 0 && before.weight(old) == after.weight(current);
            if (order <= 0) {
                if (!isSame) {
                    removed.add(before, number, old);
                }
                old++;
            }
            if (order >= 0) {
                if (!isSame) {
                    added.add(after, number, current);
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
