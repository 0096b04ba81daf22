package net.beaconcontroller.topology;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A builder of {@link TopologyChange}s, which compares two snapshots switch by switch. */
final class SnapshotDiff {
    private final List<Link> linksAdded = new ArrayList<>();
    private final List<Link> linksRemoved = new ArrayList<>();
    private final List<Long> switchesAdded = new ArrayList<>();
    private final List<Long> switchesRemoved = new ArrayList<>();
    private final List<Long> switchesDisconnected = new ArrayList<>();
    private final List<Long> switchesReconnected = new ArrayList<>();
    private final List<SwitchPort> edgesAdded = new ArrayList<>();
    private final List<SwitchPort> edgesRemoved = new ArrayList<>();
    private final List<RefusedLink> refusedAdded = new ArrayList<>();
    private final List<RefusedLink> refusedRemoved = new ArrayList<>();
    /** Whether links in one direction have changed, on which broadcast domains and infrastructure ports depend. */
    private boolean isOneWayChanged;

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
        return !isOneWayChanged
                && Stream.of(
                                linksAdded,
                                linksRemoved,
                                switchesAdded,
                                switchesRemoved,
                                switchesDisconnected,
                                switchesReconnected,
                                edgesAdded,
                                edgesRemoved,
                                refusedAdded,
                                refusedRemoved)
                        .allMatch(List::isEmpty);
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

    /** Returns the change from the empty snapshot to this one. */
    static TopologyChange allAdded(TopologySnapshot snapshot) {
        var diff = new SnapshotDiff();
        snapshot.copyOfSwitches().forEach((id, sw) -> diff.add(id, null, sw, false, false));
        return diff.change(TopologySnapshot.EMPTY, snapshot);
    }
}
