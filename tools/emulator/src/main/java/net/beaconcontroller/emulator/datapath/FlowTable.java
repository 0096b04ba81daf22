package net.beaconcontroller.emulator.datapath;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.openflow.multipart.TableStats;
import org.jspecify.annotations.Nullable;

/**
 * A flow table with tuple space search (V. Srinivasan, S. Suri, G. Varghese, "Packet Classification using Tuple Space
 * Search", SIGCOMM 1999), as in Open vSwitch. Flows whose matches have the same mask form a tuple and are stored in
 * one hash table. A lookup probes the tuples in descending order of their highest priority until no remaining tuple
 * can have a better flow. Its cost depends on the number of tuples, not on the number of flows. For the loop's
 * thread.
 */
final class FlowTable {
    private static final Comparator<MaskTuple> BY_PRIORITY =
            Comparator.comparingInt(MaskTuple::highestPriority).reversed();

    private final Map<HashKey, MaskTuple> byMask = new HashMap<>();
    private final List<MaskTuple> inOrder = new ArrayList<>();
    private int size;
    private long lookups;
    private long matched;

    int size() {
        return size;
    }

    /** @param abilities the abilities that the version describes together with the counters; null for none */
    TableStats toStats(int id, TableStats.@Nullable Abilities abilities) {
        return new TableStats(id, size, lookups, matched, abilities);
    }

    /** Returns the flow of the highest priority that matches a packet's key, or null. */
    @Nullable
    Flow lookup(long[] key) {
        lookups++;
        Flow best = null;
        for (int i = 0; i < inOrder.size(); i++) {
            MaskTuple flows = inOrder.get(i);
            if (best != null && best.priority >= flows.highestPriority()) {
                break;
            }
            Flow flow = flows.lookup(key);
            if (flow != null && (best == null || flow.priority > best.priority)) {
                best = flow;
            }
        }
        matched += best == null ? 0 : 1;
        return best;
    }

    /** Returns the flow with exactly this match and priority. */
    @Nullable
    Flow find(MatchKey match, int priority) {
        MaskTuple flows = byMask.get(new HashKey(match.mask));
        return flows == null ? null : flows.find(match, priority);
    }

    /** Adds a flow. The table must not contain a flow with the same match and priority. */
    void add(MatchKey match, Flow flow) {
        MaskTuple flows = byMask.computeIfAbsent(new HashKey(match.mask), _ -> new MaskTuple(match.mask));
        boolean isNew = flows.isEmpty();
        int before = isNew ? -1 : flows.highestPriority();
        flows.add(match, flow);
        size++;
        if (isNew) {
            inOrder.add(flows);
        }
        if (flow.priority > before) {
            inOrder.sort(BY_PRIORITY);
        }
    }

    void remove(Flow flow) {
        MaskTuple flows = flow.place;
        if (flows == null) {
            return;
        }
        int before = flows.highestPriority();
        flows.remove(flow);
        size--;
        if (flows.isEmpty()) {
            inOrder.remove(flows);
            byMask.values().remove(flows);
        } else if (flows.highestPriority() < before) {
            inOrder.sort(BY_PRIORITY);
        }
    }

    /** Returns the flows whose packets are all in the match, grouped by tuple. */
    List<Flow> covered(MatchKey match) {
        var covered = new ArrayList<Flow>();
        inOrder.forEach(flows -> flows.addCovered(match, covered));
        return covered;
    }

    /** Whether a packet can match both the match and a flow of the priority. */
    boolean overlaps(MatchKey match, int priority) {
        return inOrder.stream().anyMatch(flows -> flows.overlaps(match, priority));
    }
}
