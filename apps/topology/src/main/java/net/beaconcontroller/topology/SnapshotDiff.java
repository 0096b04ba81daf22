package net.beaconcontroller.topology;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A builder of {@link TopologyChange}s, which compares two snapshots switch by switch. */
final class SnapshotDiff {
    private final List<List<?>> lists = new ArrayList<>();
    private final List<Link> linksAdded = list();
    private final List<Link> linksRemoved = list();
    private final List<Long> switchesAdded = list();
    private final List<Long> switchesRemoved = list();
    private final List<Long> switchesDisconnected = list();
    private final List<Long> switchesReconnected = list();
    private final List<SwitchPort> edgesAdded = list();
    private final List<SwitchPort> edgesRemoved = list();
    private final List<RefusedLink> refusedAdded = list();
    private final List<RefusedLink> refusedRemoved = list();
    /** Whether links in one direction have changed, on which broadcast domains and infrastructure ports depend. */
    private boolean isOneWayChanged;

    private <T> List<T> list() {
        var list = new ArrayList<T>();
        lists.add(list);
        return list;
    }

    /**
     * Compares the old and the new part of one switch.
     *
     * @param before null if the switch was unknown
     * @param after null if the switch is unknown
     * @param wasRemoved whether the switch was removed in between; it may have been added again
     * @param wasDisconnected whether the switch lost its connection in between; it may have reconnected
     */
    void add(
            long datapathId,
            @Nullable SwitchTopology before,
            @Nullable SwitchTopology after,
            boolean wasRemoved,
            boolean wasDisconnected) {
        if (before != null && (after == null || wasRemoved)) {
            switchesRemoved.add(datapathId);
        }
        if (after != null && (before == null || wasRemoved)) {
            switchesAdded.add(datapathId);
        }
        if (before != null && after != null && !wasRemoved) {
            if (before.isConnected() && (!after.isConnected() || wasDisconnected)) {
                switchesDisconnected.add(datapathId);
            }
            if (after.isConnected() && (!before.isConnected() || wasDisconnected)) {
                switchesReconnected.add(datapathId);
            }
        }
        SwitchTopology old = before == null ? SwitchTopology.UNKNOWN : before;
        SwitchTopology current = after == null ? SwitchTopology.UNKNOWN : after;
        compare(old.links(), current.links(), linksRemoved::add, linksAdded::add);
        compare(old.refused(), current.refused(), refusedRemoved::add, refusedAdded::add);
        compare(
                old.edges().numbers(),
                current.edges().numbers(),
                port -> edgesRemoved.add(new SwitchPort(datapathId, port)),
                port -> edgesAdded.add(new SwitchPort(datapathId, port)));
        isOneWayChanged |= !old.indirectLinks().equals(current.indirectLinks())
                || !old.infrastructure()
                        .numbers()
                        .equals(current.infrastructure().numbers());
    }

    private static <T> void compare(List<T> old, List<T> current, Consumer<T> removed, Consumer<T> added) {
        Set<T> oldSet = new HashSet<>(old);
        Set<T> currentSet = new HashSet<>(current);
        old.stream().filter(element -> !currentSet.contains(element)).forEach(removed);
        current.stream().filter(element -> !oldSet.contains(element)).forEach(added);
    }

    boolean isEmpty() {
        return !isOneWayChanged && lists.stream().allMatch(List::isEmpty);
    }

    TopologyChange change(TopologySnapshot before, TopologySnapshot after) {
        return new TopologyChange(
                before,
                after,
                linksAdded,
                linksRemoved,
                switchesAdded,
                switchesRemoved,
                switchesDisconnected,
                switchesReconnected,
                edgesAdded,
                edgesRemoved,
                refusedAdded,
                refusedRemoved);
    }

    /** Compares two snapshots of which nothing is known in between. */
    static TopologyChange between(TopologySnapshot before, TopologySnapshot after) {
        var diff = new SnapshotDiff();
        SortedMap<Long, SwitchTopology> old = before.copyOfSwitches();
        SortedMap<Long, SwitchTopology> current = after.copyOfSwitches();
        var ids = new TreeSet<>(old.keySet());
        ids.addAll(current.keySet());
        ids.forEach(id -> diff.add(id, old.get(id), current.get(id), false, false));
        return diff.change(before, after);
    }
}
