package net.beaconcontroller.topology;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;

/**
 * The weakly connected components of the switch graph, found by breadth-first search. Each component is identified by
 * its lowest datapath id. Immutable.
 */
final class ConnectedComponents {
    private final Map<Long, Long> componentOf = new HashMap<>();

    ConnectedComponents(SortedMap<Long, SwitchTopology> switches) {
        var queue = new ArrayDeque<SwitchTopology>();
        switches.forEach((root, sw) -> {
            if (componentOf.putIfAbsent(root, root) == null) {
                queue.add(sw);
                while (!queue.isEmpty()) {
                    for (Long neighbour : queue.remove().neighbours()) {
                        if (componentOf.putIfAbsent(neighbour, root) == null) {
                            queue.add(switches.getOrDefault(neighbour, SwitchTopology.UNKNOWN));
                        }
                    }
                }
            }
        });
    }

    /** Returns whether both switches exist and are in the same component. */
    boolean areConnected(long one, long other) {
        Long component = componentOf.get(one);
        return component != null && component.equals(componentOf.get(other));
    }
}
