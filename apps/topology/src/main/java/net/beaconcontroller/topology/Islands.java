package net.beaconcontroller.topology;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;

/** Which switches links join, each island known by the first of its switches. Found by breadth-first search; does not change. */
final class Islands {
    private final Map<Long, Long> firsts = new HashMap<>();

    Islands(SortedMap<Long, Node> nodes) {
        var reached = new ArrayDeque<Node>();
        nodes.forEach((first, node) -> {
            if (firsts.putIfAbsent(first, first) == null) {
                reached.add(node);
                while (!reached.isEmpty()) {
                    for (Long neighbour : reached.remove().neighbours()) {
                        if (firsts.putIfAbsent(neighbour, first) == null) {
                            reached.add(nodes.getOrDefault(neighbour, Node.UNKNOWN));
                        }
                    }
                }
            }
        });
    }

    /** Whether both are there, and in the same island. */
    boolean areJoined(long one, long other) {
        Long first = firsts.get(one);
        return first != null && first.equals(firsts.get(other));
    }
}
