package net.beaconcontroller.topology;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;

/** Which switches links join, each island known by the first of its switches. Found by breadth-first search; does not change. */
final class ConnectedComponents {
    private final Map<Long, Long> firsts = new HashMap<>();

    ConnectedComponents(SortedMap<Long, SwitchTopology> nodes) {
        var reached = new ArrayDeque<SwitchTopology>();
        nodes.forEach((first, node) -> {
            if (firsts.putIfAbsent(first, first) == null) {
                reached.add(node);
                while (!reached.isEmpty()) {
                    for (Long neighbour : reached.remove().neighbours()) {
                        if (firsts.putIfAbsent(neighbour, first) == null) {
                            reached.add(nodes.getOrDefault(neighbour, SwitchTopology.UNKNOWN));
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
