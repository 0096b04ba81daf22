package net.beaconcontroller.emulator.datapath;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The flows of a table whose matches have the same mask, in a hash table. For the loop's thread. */
final class MaskTuple {
    private static final Comparator<Flow> BY_PRIORITY =
            Comparator.comparingInt((Flow flow) -> flow.priority).reversed();

    /** The indexes of the words with mask bits. The other arrays contain these words only. */
    private final int[] indexes;

    private final long[] mask;
    /** The flows by match, then in descending order of priority. */
    private final Map<HashKey, List<Flow>> flows = new HashMap<>();

    /** The number of flows of each priority. */
    private final TreeMap<Integer, Integer> priorities = new TreeMap<>();

    private final HashKey probe;

    MaskTuple(long[] allMasks) {
        var used = new ArrayList<Integer>();
        for (int i = 0; i < allMasks.length; i++) {
            if (allMasks[i] != 0) {
                used.add(i);
            }
        }
        indexes = used.stream().mapToInt(i -> i).toArray();
        mask = used.stream().mapToLong(i -> allMasks[i]).toArray();
        probe = new HashKey(new long[mask.length]);
    }

    boolean isEmpty() {
        return flows.isEmpty();
    }

    int highestPriority() {
        return priorities.lastKey();
    }

    /** Returns the flow of the highest priority that matches a packet's key, or null. */
    @Nullable
    Flow lookup(long[] key) {
        List<Flow> matching = flows.get(probe(key));
        return matching == null ? null : matching.getFirst();
    }

    @Nullable
    Flow find(MatchKey match, int priority) {
        return flows.getOrDefault(probe(match.value), List.of()).stream()
                .filter(flow -> flow.priority == priority)
                .findFirst()
                .orElse(null);
    }

    /** Adds a flow. The tuple must not contain a flow with the same match and priority. */
    void add(MatchKey match, Flow flow) {
        flow.place = this;
        flow.key = probe(match.value).copy();
        priorities.merge(flow.priority, 1, Integer::sum);
        List<Flow> matching = flows.computeIfAbsent(flow.key, _ -> new ArrayList<>(1));
        matching.add(flow);
        matching.sort(BY_PRIORITY);
    }

    void remove(Flow flow) {
        priorities.computeIfPresent(flow.priority, (_, count) -> count == 1 ? null : count - 1);
        flows.computeIfPresent(flow.key, (_, matching) -> {
            matching.remove(flow);
            return matching.isEmpty() ? null : matching;
        });
        flow.place = null;
    }

    /** Adds the flows whose packets are all in the match to a list. */
    void addCovered(MatchKey match, List<Flow> to) {
        long[] common = commonMask(match);
        for (int i = 0; i < HeaderFields.WORDS; i++) {
            if (common[i] != match.mask[i]) {
                return;
            }
        }
        addAgreeing(match, common, to);
    }

    /** Whether a packet can match both the match and a flow of the priority in this tuple. */
    boolean overlaps(MatchKey match, int priority) {
        if (!priorities.containsKey(priority)) {
            return false;
        }
        var agreeing = new ArrayList<Flow>();
        addAgreeing(match, commonMask(match), agreeing);
        return agreeing.stream().anyMatch(flow -> flow.priority == priority);
    }

    /** Returns the bits that both masks contain, for all words. */
    private long[] commonMask(MatchKey match) {
        long[] common = new long[HeaderFields.WORDS];
        for (int i = 0; i < indexes.length; i++) {
            common[indexes[i]] = mask[i] & match.mask[indexes[i]];
        }
        return common;
    }

    private void addAgreeing(MatchKey match, long[] common, Collection<Flow> to) {
        flows.forEach((key, matching) -> {
            if (agrees(key.words, match, common)) {
                to.addAll(matching);
            }
        });
    }

    private boolean agrees(long[] words, MatchKey match, long[] common) {
        for (int i = 0; i < indexes.length; i++) {
            if (((words[i] ^ match.value[indexes[i]]) & common[indexes[i]]) != 0) {
                return false;
            }
        }
        return true;
    }

    private HashKey probe(long[] key) {
        for (int i = 0; i < mask.length; i++) {
            probe.words[i] = key[indexes[i]] & mask[i];
        }
        return probe;
    }
}
