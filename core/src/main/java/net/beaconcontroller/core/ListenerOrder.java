package net.beaconcontroller.core;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.core.PipelineRegistry.Member;

/**
 * The order of the listeners: first the applications that the setting {@code pipeline.order} names, in that order; then
 * the stages. Within a stage, applications follow the {@link Pipeline#after} and {@link Pipeline#before} of their
 * listeners, and else their names. The order does not depend on which application started first.
 */
final class ListenerOrder {
    private static final System.Logger LOG = System.getLogger(ListenerOrder.class.getName());
    private static final String CONFIGURED = "pipeline.order";

    private final List<String> configured;

    ListenerOrder(List<String> configured) {
        this.configured = List.copyOf(configured);
    }

    /** Returns the listeners in the order in which they run. */
    List<Member> sort(List<Member> members) {
        return groups(members).values().stream().flatMap(List::stream).toList();
    }

    /** Returns the order as text, with the constraint that places each application. */
    String describe(List<Member> members) {
        String text = groups(members).entrySet().stream()
                .map(group -> group.getKey() + ": "
                        + group.getValue().stream()
                                .map(this::describe)
                                .distinct()
                                .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; "));
        return text.isEmpty() ? "no listeners" : text;
    }

    private String describe(Member member) {
        Pipeline annotation = member.annotation();
        if (annotation == null || configured.contains(member.application())) {
            return member.application();
        }
        String constraints = Stream.of(
                        constraint("after ", annotation.after()), constraint("before ", annotation.before()))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        return member.application() + (constraints.isEmpty() ? "" : " (" + constraints + ")");
    }

    private static String constraint(String word, String... names) {
        return names.length == 0 ? "" : word + String.join(", ", names);
    }

    /** Returns the sorted listeners by their group: the configured ones, then each stage that has any. */
    private Map<String, List<Member>> groups(List<Member> members) {
        var groups = new LinkedHashMap<String, List<Member>>();
        List<Member> first = members.stream()
                .filter(member -> configured.contains(member.application()))
                .sorted(Comparator.<Member>comparingInt(member -> configured.indexOf(member.application()))
                        .thenComparing(ListenerOrder::className))
                .toList();
        if (!first.isEmpty()) {
            groups.put(CONFIGURED, first);
        }
        for (Stage stage : Stage.values()) {
            List<Member> ofStage = members.stream()
                    .filter(member -> member.stage() == stage && !configured.contains(member.application()))
                    .toList();
            if (!ofStage.isEmpty()) {
                groups.put(stage.name(), sortStage(ofStage));
            }
        }
        return groups;
    }

    private static List<Member> sortStage(List<Member> members) {
        List<String> names = sortNames(predecessors(members));
        return members.stream()
                .sorted(Comparator.<Member>comparingInt(member -> names.indexOf(member.application()))
                        .thenComparing(ListenerOrder::className))
                .toList();
    }

    private static String className(Member member) {
        return member.listener().getClass().getName();
    }

    /** Sorts topologically (Kahn 1962), in the order of the names where there is a choice. */
    private static List<String> sortNames(Map<String, Set<String>> predecessors) {
        var left = new TreeSet<>(predecessors.keySet());
        var sorted = new ArrayList<String>();
        while (!left.isEmpty()) {
            String next = left.stream()
                    .filter(name -> left.stream().noneMatch(predecessors.getOrDefault(name, Set.of())::contains))
                    .findFirst()
                    .orElseGet(() -> {
                        LOG.log(
                                Level.WARNING,
                                ("pipeline: the applications %s each require to run before another of them;"
                                                + " %s runs first")
                                        .formatted(left, left.first()));
                        return left.first();
                    });
            left.remove(next);
            sorted.add(next);
        }
        return sorted;
    }

    /** Returns, for each application of a stage, the applications that must run before it. */
    private static Map<String, Set<String>> predecessors(List<Member> members) {
        var predecessors = new TreeMap<String, Set<String>>();
        members.forEach(member -> predecessors.put(member.application(), new TreeSet<>()));
        for (Member member : members) {
            Pipeline annotation = member.annotation();
            if (annotation == null) {
                continue;
            }
            for (String other : annotation.after()) {
                link(predecessors, other, member.application());
            }
            for (String other : annotation.before()) {
                link(predecessors, member.application(), other);
            }
        }
        return predecessors;
    }

    private static void link(Map<String, Set<String>> predecessors, String first, String second) {
        Set<String> known = predecessors.get(second);
        if (known != null && predecessors.containsKey(first)) {
            known.add(first);
        }
    }
}
