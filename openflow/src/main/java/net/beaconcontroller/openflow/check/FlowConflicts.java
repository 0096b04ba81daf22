package net.beaconcontroller.openflow.check;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.FlowMod;

/**
 * Finds flows that are in conflict: two with one identity, and two of one table and priority that overlap and have
 * different instructions. Two matches that determine the same bits are equal or do not overlap. Of two other matches,
 * the bits that both determine are compared by a hash table, as in the tuple space search of Srinivasan, Suri and
 * Varghese, "Packet Classification using Tuple Space Search", 1999.
 */
final class FlowConflicts {
    /** Bounds the time to find overlaps if the flows have many different shapes. */
    private static final long MAX_COMPARISONS = 5_000_000;

    private record Stage(int tableId, int priority) {}

    private final List<FlowMod> flows;
    private final Report[] reports;
    /** The identity of each flow without errors. */
    private final Map<Integer, FlowIdentity> identities = new HashMap<>();
    /** The indexes of the flows of each table and priority, by the shape of the match. */
    private final Map<Stage, Map<CanonicalMatch.Shape, List<Integer>>> stages = new LinkedHashMap<>();

    private final boolean[] overlapping;
    private long comparisons;
    private boolean reportedExhaustion;

    private FlowConflicts(List<FlowMod> flows, Report[] reports) {
        this.flows = flows;
        this.reports = reports;
        this.overlapping = new boolean[flows.size()];
    }

    /** Reports conflicts of the flows without errors. A flow is reported once, with the first flow that overlaps. */
    static void find(List<FlowMod> flows, Version version, Report[] reports) {
        var conflicts = new FlowConflicts(flows, reports);
        conflicts.findDuplicates(version);
        conflicts.stages.values().forEach(conflicts::findOverlaps);
    }

    private void findDuplicates(Version version) {
        var first = new HashMap<FlowIdentity, Integer>();
        var shapes = new HashMap<CanonicalMatch.Shape, CanonicalMatch.Shape>();
        for (int i = 0; i < flows.size(); i++) {
            FlowMod flow = flows.get(i);
            if (reports[i].hasErrors()) {
                continue;
            }
            FlowIdentity identity = FlowIdentity.of(flow, version);
            identities.put(i, identity);
            Integer before = first.putIfAbsent(identity, i);
            if (before != null) {
                reports[i].error(
                        "match",
                        flow.match(),
                        "flow %d has the same table, priority and match".formatted(before),
                        "one flow for each");
                continue;
            }
            CanonicalMatch.Shape shape = identity.match().shape();
            stages.computeIfAbsent(new Stage(identity.tableId(), identity.priority()), _ -> new LinkedHashMap<>())
                    .computeIfAbsent(shapes.computeIfAbsent(shape, s -> s), _ -> new ArrayList<>())
                    .add(i);
        }
    }

    private void findOverlaps(Map<CanonicalMatch.Shape, List<Integer>> byShape) {
        var shapes = List.copyOf(byShape.entrySet());
        for (int i = 0; i < shapes.size(); i++) {
            for (int j = i + 1; j < shapes.size(); j++) {
                findOverlaps(
                        shapes.get(i).getValue(),
                        shapes.get(j).getValue(),
                        shapes.get(i).getKey().and(shapes.get(j).getKey()));
            }
        }
    }

    private void findOverlaps(List<Integer> some, List<Integer> others, CanonicalMatch.Shape common) {
        comparisons += some.size() + others.size();
        if (isExhausted(others.getFirst())) {
            return;
        }
        var byCommonBits = new HashMap<List<Long>, List<Integer>>();
        for (int index : some) {
            byCommonBits
                    .computeIfAbsent(matchOf(index).project(common), _ -> new ArrayList<>())
                    .add(index);
        }
        for (int index : others) {
            for (int candidate : byCommonBits.getOrDefault(matchOf(index).project(common), List.of())) {
                comparisons++;
                if (isExhausted(index)) {
                    return;
                }
                checkPair(Math.min(index, candidate), Math.max(index, candidate));
            }
        }
    }

    /** Returns whether there were too many comparisons, and reports it once. */
    private boolean isExhausted(int index) {
        boolean exhausted = comparisons > MAX_COMPARISONS;
        if (exhausted && !reportedExhaustion) {
            reportedExhaustion = true;
            reports[index].warning(
                    "match",
                    flows.get(index).match(),
                    "overlaps of this flow and others are not searched, which would take too long",
                    "fewer masks, or fewer flows of one priority");
        }
        return exhausted;
    }

    private CanonicalMatch matchOf(int index) {
        return requireNonNull(identities.get(index)).match();
    }

    private void checkPair(int earlier, int later) {
        boolean differ =
                !flows.get(earlier).instructions().equals(flows.get(later).instructions());
        if (differ && !overlapping[later] && matchOf(earlier).overlaps(matchOf(later))) {
            overlapping[later] = true;
            reports[later].warning(
                    "match",
                    flows.get(later).match(),
                    "overlaps flow %d of the same priority, with other instructions".formatted(earlier),
                    "another priority");
        }
    }
}
