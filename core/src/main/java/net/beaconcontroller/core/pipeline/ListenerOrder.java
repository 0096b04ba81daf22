package net.beaconcontroller.core.pipeline;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.core.pipeline.PipelineRegistry.Member;

/**
 * The order of the listeners: first the applications that the setting {@code pipeline.order} names, in that order; then
 * the stages. Within a stage, applications follow the {@link Pipeline#after} and {@link Pipeline#before} of their
 * listeners, and else their names. The order does not depend on which application started first.
 */
public final class ListenerOrder {
    private static final System.Logger LOG = System.getLogger(ListenerOrder.class.getName());
    private static final String CONFIGURED = "pipeline.order";

    private final List<String> configured;

    public ListenerOrder(List<String> configured) {
        this.configured = List.copyOf(configured);
    }

    /** Returns the listeners in the order in which they run. */
    public List<Member> sort(List<Member> members) {
        return groups(members).values().stream().flatMap(List::stream).toList();
    }

    /** Returns the order as text, with the constraint that places each application. */
    public String describe(List<Member> members) {
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
        String constraints = Stream.of(constraint("after ", member.after()), constraint("before ", member.before()))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        return constraints.isEmpty() || isConfigured(member)
                ? member.application()
                : "%s (%s)".formatted(member.application(), constraints);
    }

    /** Returns the pipelines, one for each kind, with the reason for the place of each listener. */
    List<PipelineDescription> explain(List<Member> sorted) {
        return Arrays.stream(PipelineKind.values())
                .map(kind -> new PipelineDescription(
                        kind,
                        sorted.stream()
                                .filter(member -> kind.includes(member.listener()))
                                .map(member -> explain(member, sorted))
                                .toList()))
                .toList();
    }

    private PipelineDescription.Entry explain(Member member, List<Member> sorted) {
        return new PipelineDescription.Entry(
                member.application(),
                ApplicationAccount.className(member.listener()),
                member.stage(),
                reason(member, sorted),
                member.statistics().failures(),
                member.statistics().share());
    }

    private String reason(Member member, List<Member> sorted) {
        if (isConfigured(member)) {
            return "setting %s, place %d".formatted(CONFIGURED, configured.indexOf(member.application()) + 1);
        }
        String stage = (member.isPlaced() ? "stage " : "default stage ") + member.stage();
        List<Member> others = sorted.stream()
                .filter(other -> other.stage() == member.stage() && !isConfigured(other))
                .filter(other -> !other.application().equals(member.application()))
                .toList();
        List<Member> before = others.stream()
                .filter(other -> sorted.indexOf(other) < sorted.indexOf(member))
                .toList();
        List<Member> after =
                others.stream().filter(other -> !before.contains(other)).toList();
        // a relation that the order contradicts has not been applied
        String relations = Stream.of(
                        relation("after ", before, other -> member.after().contains(other.application())),
                        relation("before ", after, other -> member.before().contains(other.application())),
                        relation("after ", before, other -> other.before().contains(member.application()))
                                .map(text -> text + ", as declared there"),
                        relation("before ", after, other -> other.after().contains(member.application()))
                                .map(text -> text + ", as declared there"))
                .flatMap(Optional::stream)
                .collect(Collectors.joining("; "));
        return stage + "; " + (relations.isEmpty() ? "by name" : relations);
    }

    private static Optional<String> relation(String word, List<Member> others, Predicate<Member> isRelated) {
        return others.stream()
                .filter(isRelated)
                .map(Member::application)
                .distinct()
                .reduce((one, next) -> one + ", " + next)
                .map(names -> word + names);
    }

    private static String constraint(String word, List<String> names) {
        return names.isEmpty() ? "" : word + String.join(", ", names);
    }

    /** Returns the sorted listeners by their group: the configured ones, then each stage that has any. */
    private Map<String, List<Member>> groups(List<Member> members) {
        var groups = new LinkedHashMap<String, List<Member>>();
        List<Member> first = members.stream().filter(this::isConfigured).toList();
        addSorted(groups, CONFIGURED, first, configured);
        for (Stage stage : Stage.values()) {
            List<Member> ofStage = members.stream()
                    .filter(member -> member.stage() == stage && !isConfigured(member))
                    .toList();
            addSorted(groups, stage.name(), ofStage, sortNames(predecessors(ofStage)));
        }
        return groups;
    }

    private boolean isConfigured(Member member) {
        return configured.contains(member.application());
    }

    private static void addSorted(
            Map<String, List<Member>> groups, String group, List<Member> members, List<String> applications) {
        if (!members.isEmpty()) {
            Comparator<Member> byApplication =
                    Comparator.comparingInt(member -> applications.indexOf(member.application()));
            groups.put(
                    group,
                    members.stream()
                            .sorted(byApplication.thenComparing(
                                    member -> member.listener().getClass().getName()))
                            .toList());
        }
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
            member.after().forEach(other -> link(predecessors, other, member.application()));
            member.before().forEach(other -> link(predecessors, member.application(), other));
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
