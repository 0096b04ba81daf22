package net.beaconcontroller.openflow.check;

import static java.util.stream.Collectors.joining;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.beaconcontroller.openflow.message.GroupMod;

/** Finds loops of groups that refer to each other, by a depth-first search. */
final class GroupLoops {
    /** The number of groups of a loop that are shown. */
    private static final int SHOWN = 8;

    /** A group on the path of the search, and its references that are left. */
    private record Step(int index, long groupId, Iterator<GroupCheck.Reference> left) {}

    private final List<GroupMod> groups;
    private final Report[] reports;
    private final Map<Long, Integer> indexes = new HashMap<>();
    private final Deque<Step> path = new ArrayDeque<>();
    private final Set<Long> onPath = new HashSet<>();
    private final Set<Long> finished = new HashSet<>();

    private GroupLoops(List<GroupMod> groups, Report[] reports) {
        this.groups = groups;
        this.reports = reports;
        for (int i = 0; i < groups.size(); i++) {
            indexes.putIfAbsent(groups.get(i).groupId(), i);
        }
    }

    /** Reports each reference that closes a loop. */
    static void find(List<GroupMod> groups, Report[] reports) {
        var search = new GroupLoops(groups, reports);
        search.indexes.values().forEach(search::from);
    }

    private void from(int start) {
        enter(start);
        while (!path.isEmpty()) {
            Step step = path.getLast();
            if (!step.left.hasNext()) {
                path.removeLast();
                onPath.remove(step.groupId);
                finished.add(step.groupId);
                continue;
            }
            GroupCheck.Reference reference = step.left.next();
            Integer next = indexes.get(reference.groupId());
            if (onPath.contains(reference.groupId())) {
                reports[step.index].error(
                        reference.field(), reference.groupId(), "group loop " + loopTo(reference.groupId()), "no loop");
            } else if (next != null) {
                enter(next);
            }
        }
    }

    private void enter(int index) {
        long groupId = groups.get(index).groupId();
        if (!finished.contains(groupId) && onPath.add(groupId)) {
            path.addLast(new Step(
                    index, groupId, GroupCheck.references(groups.get(index)).iterator()));
        }
    }

    private String loopTo(long groupId) {
        var loop = new ArrayList<Long>();
        path.forEach(step -> loop.add(step.groupId));
        List<Long> part = loop.subList(loop.indexOf(groupId), loop.size());
        String shown = part.stream().limit(SHOWN).map(String::valueOf).collect(joining(" -> "));
        return shown + (part.size() > SHOWN ? " -> ..." : "") + " -> " + groupId;
    }
}
