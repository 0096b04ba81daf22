package net.beaconcontroller.routing;

import java.util.Arrays;

/**
 * Computes rows: the distances of all switches to one, by number. A row that others see is never written to again.
 *
 * <p>After a change a row is repaired, as Ramalingam and Reps do (J. Algorithms 21(2), 1996): what a link took away can
 * only concern switches that no other link leads on without detour. These are found first, from the link backwards, and
 * get a new distance from their neighbours; from all that came nearer by that, or by a link that was added, Dijkstra's
 * algorithm goes on. It is also what makes a row anew, from its destination alone.
 *
 * <p>Keeps what it works with, so it is for one thread.
 */
final class Distances {
    /** Of a switch from which there is no way; also where a way would cost so much. */
    static final int NONE = Integer.MAX_VALUE;

    /** Of a switch that must not be walked over: nothing is nearer. */
    private static final int CLOSED = -1;

    private final CsrGraph graph;
    private final DistanceHeap heap = new DistanceHeap();
    /** The switches that lost all links without detour, in the order that this was found. */
    private final int[] lost;

    private final boolean[] isLost;
    private int lostCount;

    Distances(CsrGraph graph) {
        this.graph = graph;
        lost = new int[graph.size()];
        isLost = new boolean[graph.size()];
    }

    /**
     * The row of a destination.
     *
     * @param without switches that no way leads over; they have no distance
     */
    int[] to(int destination, int... without) {
        var row = new int[graph.size()];
        Arrays.fill(row, NONE);
        for (int number : without) {
            row[number] = CLOSED;
        }
        reach(row, destination, 0);
        spread(row);
        for (int number : without) {
            row[number] = NONE;
        }
        return row;
    }

    /** The row after some edits that led to this graph: itself if they alter nothing in it, or else another. */
    int[] repaired(int[] row, GraphDiff edits) {
        findLost(row, edits.removed());
        if (lostCount == 0 && !comesNearer(row, edits.added())) {
            return row;
        }
        int[] made = row.clone();
        for (int i = 0; i < lostCount; i++) {
            made[lost[i]] = NONE;
        }
        for (int i = 0; i < lostCount; i++) {
            for (int link = graph.firstLink(lost[i]); link < graph.linksEnd(lost[i]); link++) {
                reach(made, lost[i], (long) made[graph.end(link)] + graph.weight(link));
            }
            isLost[lost[i]] = false;
        }
        lostCount = 0;
        GraphDiff.Links added = edits.added();
        for (int i = 0; i < added.count(); i++) {
            reach(made, added.begin(i), (long) made[added.end(i)] + added.weight(i));
        }
        spread(made);
        return made;
    }

    private void findLost(int[] row, GraphDiff.Links removed) {
        for (int i = 0; i < removed.count(); i++) {
            loseIfLed(row, removed.begin(i), removed.end(i), removed.weight(i));
        }
        for (int i = 0; i < lostCount; i++) {
            for (int arrival = graph.firstArrival(lost[i]); arrival < graph.arrivalsEnd(lost[i]); arrival++) {
                loseIfLed(row, graph.arrivalBegin(arrival), lost[i], graph.arrivalWeight(arrival));
            }
        }
    }

    /** A link leads no more: where it begins is lost if it led there without detour, and no other link does. */
    private void loseIfLed(int[] row, int begin, int end, int weight) {
        if (!isLost[begin] && leads(row, begin, end, weight) && !isLed(row, begin)) {
            isLost[begin] = true;
            lost[lostCount++] = begin;
        }
    }

    private boolean isLed(int[] row, int number) {
        for (int link = graph.firstLink(number); link < graph.linksEnd(number); link++) {
            if (!isLost[graph.end(link)] && leads(row, number, graph.end(link), graph.weight(link))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the distance that was known holds over this link; the way may even be shorter, over one that was added.
     */
    private static boolean leads(int[] row, int begin, int end, int weight) {
        return row[begin] - row[end] >= weight;
    }

    private static boolean comesNearer(int[] row, GraphDiff.Links added) {
        for (int i = 0; i < added.count(); i++) {
            if ((long) row[added.end(i)] + added.weight(i) < row[added.begin(i)]) {
                return true;
            }
        }
        return false;
    }

    private void reach(int[] row, int number, long distance) {
        if (distance < row[number]) {
            row[number] = (int) distance;
            heap.add((int) distance, number);
        }
    }

    /** Dijkstra's algorithm, against the direction of the links, from all that were reached. */
    private void spread(int[] row) {
        while (!heap.isEmpty()) {
            long nearest = heap.poll();
            int number = DistanceHeap.number(nearest);
            int distance = DistanceHeap.distance(nearest);
            if (distance == row[number]) { // it has not come nearer since
                for (int arrival = graph.firstArrival(number); arrival < graph.arrivalsEnd(number); arrival++) {
                    reach(row, graph.arrivalBegin(arrival), (long) distance + graph.arrivalWeight(arrival));
                }
            }
        }
    }
}
