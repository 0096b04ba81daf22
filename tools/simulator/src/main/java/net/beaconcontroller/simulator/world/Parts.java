package net.beaconcontroller.simulator.world;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.network.Network.LinkState;

/** The connected parts of a network. */
final class Parts {
    private final Map<String, Set<String>> neighbours = new TreeMap<>();
    private final Map<String, Integer> parts = new TreeMap<>();

    private Parts() {}

    /** Returns the parts that whole links make between switches and hosts. */
    static Parts ofLinks(World world) {
        return of(world, List.of());
    }

    /** Returns the parts that the links and the bridge make, or did when it was joined. */
    static Parts ofLinksAndBridge(World world) {
        return of(world, world.bridge().wasJoined() ? world.plan().bridge() : List.of());
    }

    private static Parts of(World world, List<String> joined) {
        var parts = new Parts();
        for (LinkState link : world.network().links()) {
            String one = link.place().a().node();
            String other = link.place().b().node();
            parts.neighbours.computeIfAbsent(one, _ -> new TreeSet<>());
            parts.neighbours.computeIfAbsent(other, _ -> new TreeSet<>());
            if (link.isWhole()) {
                parts.join(one, other);
            }
        }
        joined.forEach(port -> parts.join(joined.getFirst(), port));
        parts.number();
        return parts;
    }

    private void join(String one, String other) {
        neighbours.computeIfAbsent(one, _ -> new TreeSet<>()).add(other);
        neighbours.computeIfAbsent(other, _ -> new TreeSet<>()).add(one);
    }

    private void number() {
        for (String node : neighbours.keySet()) {
            if (!parts.containsKey(node)) {
                int part = parts.size();
                var next = new ArrayDeque<>(List.of(node));
                while (!next.isEmpty()) {
                    String reached = next.poll();
                    if (parts.putIfAbsent(reached, part) == null) {
                        next.addAll(neighbours.getOrDefault(reached, Set.of()));
                    }
                }
            }
        }
    }

    boolean areConnected(EmulatedHost one, EmulatedHost other) {
        return Objects.equals(parts.get(one.name()), parts.get(other.name()));
    }
}
