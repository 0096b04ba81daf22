package net.beaconcontroller.topology;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import net.beaconcontroller.topology.TopologySnapshot.Node;

/** Collects what is different from one snapshot to the next, switch by switch. */
final class Difference {
    private final TopologySnapshot before;
    private final List<Link> linksAdded = new ArrayList<>();
    private final List<Link> linksRemoved = new ArrayList<>();
    private final List<SwitchPort> edgesAdded = new ArrayList<>();
    private final List<SwitchPort> edgesRemoved = new ArrayList<>();

    Difference(TopologySnapshot before) {
        this.before = before;
    }

    /** Adds what has changed of a switch; one that is not there has nothing. */
    void add(long datapathId, Node old, Node now) {
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

    /** Whether no link and no edge has come or gone. */
    boolean isEmpty() {
        return linksAdded.isEmpty() && linksRemoved.isEmpty() && edgesAdded.isEmpty() && edgesRemoved.isEmpty();
    }

    /**
     * All of it.
     *
     * @param gone switches that went in between, and may have come back
     */
    TopologyChange change(TopologySnapshot after, Set<Long> gone) {
        return new TopologyChange(
                before,
                after,
                linksAdded,
                linksRemoved,
                after.switches().stream()
                        .filter(id -> !before.switches().contains(id) || gone.contains(id))
                        .toList(),
                before.switches().stream()
                        .filter(id -> !after.switches().contains(id) || gone.contains(id))
                        .toList(),
                edgesAdded,
                edgesRemoved);
    }

    /** From nothing to all that is there. */
    static TopologyChange toAllOf(TopologySnapshot snapshot) {
        var difference = new Difference(TopologySnapshot.EMPTY);
        snapshot.copyOfNodes().forEach((id, node) -> difference.add(id, Node.UNKNOWN, node));
        return difference.change(snapshot, Set.of());
    }
}
