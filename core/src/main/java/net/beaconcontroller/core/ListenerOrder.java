package net.beaconcontroller.core;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.beaconcontroller.api.Runs;

/**
 * The order in which applications hear a message: first those that the configuration names, as it names them; the others
 * after those that they say they run {@code after}, before those that they run {@code before}, and by name where that leaves
 * a choice. The same applications are always in the same order, whichever started first.
 */
final class ListenerOrder {
    private static final System.Logger LOG = System.getLogger(ListenerOrder.class.getName());

    private final List<String> configured;

    ListenerOrder(List<String> configured) {
        this.configured = List.copyOf(configured);
    }

    List<PipelineRegistry.Member> sort(List<PipelineRegistry.Member> members) {
        List<String> names = sortNames(members);
        var sorted = new ArrayList<>(members);
        sorted.sort(Comparator.<PipelineRegistry.Member>comparingInt(member -> names.indexOf(member.application()))
                .thenComparing(member -> member.listener().getClass().getName()));
        return List.copyOf(sorted);
    }

    private List<String> sortNames(List<PipelineRegistry.Member> members) {
        Map<String, Set<String>> predecessors = predecessors(members);
        var left = new TreeSet<>(Comparator.comparingInt(this::rank).thenComparing(Comparator.naturalOrder()));
        left.addAll(predecessors.keySet());
        var sorted = new ArrayList<String>();
        while (!left.isEmpty()) {
            String next = left.stream()
                    .filter(name -> left.stream().noneMatch(predecessors.getOrDefault(name, Set.of())::contains))
                    .findFirst()
                    .orElseGet(() -> {
                        LOG.log(Level.WARNING, "applications say they run before and after each other: " + left);
                        return left.first();
                    });
            left.remove(next);
            sorted.add(next);
        }
        return sorted;
    }

    private int rank(String name) {
        int index = configured.indexOf(name);
        return index < 0 ? configured.size() : index;
    }

    /** Who must come before whom, among those that are there. */
    private Map<String, Set<String>> predecessors(List<PipelineRegistry.Member> members) {
        var predecessors = new HashMap<String, Set<String>>();
        for (PipelineRegistry.Member member : members) {
            predecessors.computeIfAbsent(member.application(), _ -> new TreeSet<>());
        }
        for (PipelineRegistry.Member member : members) {
            String name = member.application();
            Runs runs = member.listener().getClass().getAnnotation(Runs.class);
            if (runs == null || configured.contains(name)) {
                continue;
            }
            for (String other : runs.after()) {
                link(predecessors, other, name);
            }
            for (String other : runs.before()) {
                link(predecessors, name, other);
            }
        }
        return predecessors;
    }

    private void link(Map<String, Set<String>> predecessors, String first, String second) {
        Set<String> known = predecessors.get(second);
        if (known != null && predecessors.containsKey(first) && !configured.contains(second)) {
            known.add(first);
        }
    }
}
