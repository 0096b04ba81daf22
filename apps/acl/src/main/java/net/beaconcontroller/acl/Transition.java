package net.beaconcontroller.acl;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.beaconcontroller.acl.FlowCompiler.RankedFlow;
import net.beaconcontroller.openflow.check.CanonicalMatch;

/**
 * The change of a switch's flows from those of a rule set A to those of a rule set B. At each moment of the change, the
 * verdict on each packet is that of A or that of B: no packet that both allow is lost, and none passes that both deny.
 *
 * <p>The flows of a rule set are in one of five <i>bands</i> of priorities, all above those of forwarding
 * applications. B is put into a band b in which the switch has only flows of B, or all flows of B and others. First the
 * flows of B that are missing are added, from the highest priority to the lowest. Then all flows that are not of B are
 * deleted, from the lowest priority to the highest. A barrier follows each priority.
 *
 * <p><b>Adding.</b> Let f be the first flow of B that a packet matches. A flow in a band above b decides the packet as
 * before. Otherwise, as soon as f is added, f decides: a flow of b above it that matches could not be of B by the
 * choice of f, and there are others in b only if all flows of B are present, so that nothing is added. Before, none of
 * the added flows matches, because all of them have higher priorities than f, or the same, and the decision is that of
 * A.
 *
 * <p><b>Deleting.</b> Now B is complete. The flow that decides a packet is f, and decides until the end, or it is one
 * that will be deleted, and decides until then. At that moment all flows with lower priorities that are not of B have
 * been deleted, and those with higher priorities do not match. So f decides, or the packet passes to the flows of
 * forwarding applications, as B says.
 *
 * <p>Nothing in this requires that the flows of A are complete, or are of one rule set: they can be the result of
 * changes that ended when the connection was lost. If the rules are still those that were being installed, their band
 * has only flows of B, and the change continues where it ended. Otherwise, it uses a further band. So four changes in a
 * row, each to other rules, can be interrupted before a band must be reused that has flows of others.
 *
 * @param additions the flows to add, in this order
 * @param deletions the flows to delete then, in this order
 */
record Transition(List<AclFlow> additions, List<AclFlow> deletions) {
    /** The number of priorities of a band: those of the ranks. */
    static final int BAND_SIZE = FlowCompiler.LAST_RANK + 1;

    /** The lowest priority of all bands, above the default priority, which forwarding applications have. */
    static final int LOWEST_PRIORITY = 0xa000;

    private static final int BANDS = 5;

    private static final Comparator<AclFlow> BY_PRIORITY = Comparator.comparingInt(AclFlow::priority);

    /** Returns the change from the flows that a switch has to those of a rule set. */
    static Transition of(Set<AclFlow> present, List<RankedFlow> desired) {
        Transition best = null;
        int bestCost = Integer.MAX_VALUE;
        for (int band = 0; band < BANDS; band++) {
            int lowest = LOWEST_PRIORITY + band * BAND_SIZE;
            List<AclFlow> wanted = desired.stream()
                    .map(flow -> flow.in(lowest + BAND_SIZE - 1))
                    .toList();
            List<AclFlow> there = present.stream()
                    .filter(flow -> lowest <= flow.priority() && flow.priority() < lowest + BAND_SIZE)
                    .toList();
            Transition transition = of(present, new LinkedHashSet<>(wanted));
            int cost = transition.additions.size() + transition.deletions.size();
            if (!isSuitable(there, wanted)) {
                // Only if all are in use, after four interruptions: the change can open gaps.
                cost += Short.MAX_VALUE;
            }
            if (cost < bestCost) {
                best = transition;
                bestCost = cost;
            }
        }
        return best == null ? new Transition(List.of(), List.of()) : best;
    }

    private static boolean isSuitable(Collection<AclFlow> there, Collection<AclFlow> wanted) {
        return new HashSet<>(wanted).containsAll(there) || new HashSet<>(there).containsAll(wanted);
    }

    private record Identity(int priority, CanonicalMatch match) {
        Identity(AclFlow flow) {
            this(flow.priority(), flow.match());
        }
    }

    private static Transition of(Set<AclFlow> present, Set<AclFlow> wanted) {
        // A switch replaces a flow of the same identity when it adds one.
        Set<Identity> identities = wanted.stream().map(Identity::new).collect(Collectors.toSet());
        return new Transition(
                wanted.stream()
                        .filter(flow -> !present.contains(flow))
                        .sorted(BY_PRIORITY.reversed())
                        .toList(),
                present.stream()
                        .filter(flow -> !identities.contains(new Identity(flow)))
                        .sorted(BY_PRIORITY)
                        .toList());
    }

    boolean isEmpty() {
        return additions.isEmpty() && deletions.isEmpty();
    }

    /** Returns flows in groups of one priority, in their order. */
    static List<List<AclFlow>> byPriority(List<AclFlow> flows) {
        return List.copyOf(flows.stream()
                .collect(Collectors.groupingBy(AclFlow::priority, LinkedHashMap::new, Collectors.toList()))
                .values());
    }
}
