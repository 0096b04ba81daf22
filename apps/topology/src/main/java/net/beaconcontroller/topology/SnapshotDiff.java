package net.beaconcontroller.topology;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collects what is different from one snapshot to the next, switch by switch. */
final class SnapshotDiff {
    private final List<Link> linksAdded = new ArrayList<>();
    private final List<Link> linksRemoved = new ArrayList<>();
    private final List<Long> switchesAdded = new ArrayList<>();
    private final List<Long> switchesRemoved = new ArrayList<>();
    private final List<SwitchPort> edgesAdded = new ArrayList<>();
    private final List<SwitchPort> edgesRemoved = new ArrayList<>();

    /**
     * Adds what has changed of a switch, which is null where it is not there.
     *
     * @param wasGone whether it went in between, and may have come back
     */
    void add(long datapathId, @Nullable SwitchTopology old, @Nullable SwitchTopology now, boolean wasGone) {
        if (old != null && (now == null || wasGone)) {
            switchesRemoved.add(datapathId);
        }
        if (now != null && (old == null || wasGone)) {
            switchesAdded.add(datapathId);
        }
        compare(old == null ? SwitchTopology.UNKNOWN : old, now == null ? SwitchTopology.UNKNOWN : now, datapathId);
    }

    private void compare(SwitchTopology old, SwitchTopology now, long datapathId) {
        compare(old.links(), now.links(), linksRemoved::add, linksAdded::add);
        compare(
                old.edges().numbers(),
                now.edges().numbers(),
                port -> edgesRemoved.add(new SwitchPort(datapathId, port)),
                port -> edgesAdded.add(new SwitchPort(datapathId, port)));
    }

    private static <T> void compare(List<T> old, List<T> now, Consumer<T> removed, Consumer<T> added) {
        Set<T> wasThere = new HashSet<>(old);
        Set<T> isThere = new HashSet<>(now);
        old.stream().filter(one -> !isThere.contains(one)).forEach(removed);
        now.stream().filter(one -> !wasThere.contains(one)).forEach(added);
    }

    boolean isEmpty() {
        return linksAdded.isEmpty()
                && linksRemoved.isEmpty()
                && switchesAdded.isEmpty()
                && switchesRemoved.isEmpty()
                && edgesAdded.isEmpty()
                && edgesRemoved.isEmpty();
    }

    /** All of it. */
    TopologyChange change(TopologySnapshot before, TopologySnapshot after) {
        return new TopologyChange(
                before, after, linksAdded, linksRemoved, switchesAdded, switchesRemoved, edgesAdded, edgesRemoved);
    }

    /** From nothing to all that is there. */
    static TopologyChange toAllOf(TopologySnapshot snapshot) {
        var difference = new SnapshotDiff();
        snapshot.copyOfNodes().forEach((id, node) -> difference.add(id, null, node, false));
        return difference.change(TopologySnapshot.EMPTY, snapshot);
    }
}
