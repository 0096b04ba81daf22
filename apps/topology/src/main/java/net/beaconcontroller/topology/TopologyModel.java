package net.beaconcontroller.topology;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The switches, ports and links that are there, as they change; what has changed becomes a {@link TopologySnapshot} when
 * {@link #publish} is called. A link stands as long as both its ports do. For one thread.
 */
final class TopologyModel {
    private final Duration proof;
    private final Consumer<Link> linkGone;
    private final Map<Long, Map<Long, PortState>> switches = new HashMap<>();
    /** Of switches that something has changed of, since the last snapshot. */
    private final Set<Long> changed = new TreeSet<>();

    /** Switches that have gone since the last snapshot, whether or not they have come back. */
    private final Set<Long> gone = new HashSet<>();

    private TopologySnapshot snapshot = TopologySnapshot.EMPTY;

    /** A port that is up. */
    private static final class PortState {
        final SwitchPort at;
        /** What it waits for, so that what is behind it can show. */
        Object waiting;

        /** Whether the wait is over, and since when. */
        boolean settled;

        long settledNanos;
        boolean hostHeard;
        /** That begin or end here, ordered. */
        final Set<Link> links = new TreeSet<>(Link.ORDER);

        PortState(SwitchPort at, Object waiting) {
            this.at = at;
            this.waiting = waiting;
        }

        boolean isProvenEdge(long nowNanos, Duration proof) {
            return hostHeard && settled && !isBetween() && nowNanos - settledNanos > proof.toNanos();
        }

        boolean isBetween() {
            return links.stream().anyMatch(link -> link.kind() == Link.Kind.DIRECT);
        }
    }

    /**
     * Begins empty.
     *
     * @param proof for how long a port must have been an edge until a host that was heard there rules out a link. While a large
     *     network connects, links may be found late, and frames that were flooded meanwhile be heard at their ports
     * @param linkGone is told of each link that goes, at once
     */
    TopologyModel(Duration proof, Consumer<Link> linkGone) {
        this.proof = proof;
        this.linkGone = linkGone;
    }

    TopologySnapshot snapshot() {
        return snapshot;
    }

    /** A switch is there, with none of its ports yet. */
    void addSwitch(long datapathId) {
        switches.put(datapathId, new TreeMap<>());
        changed.add(datapathId);
    }

    /** A switch is gone, and its links with it. Returns the ports at the other ends that have to settle again. */
    List<SwitchPort> removeSwitch(long datapathId) {
        Map<Long, PortState> ports = switches.get(datapathId);
        if (ports == null) {
            return List.of();
        }
        var others = new ArrayList<SwitchPort>();
        for (Long port : List.copyOf(ports.keySet())) {
            others.addAll(removePort(new SwitchPort(datapathId, port)));
        }
        switches.remove(datapathId);
        changed.add(datapathId);
        gone.add(datapathId);
        return others.stream().filter(port -> port.datapathId() != datapathId).toList();
    }

    /**
     * A port is up. It is no edge before {@link #settle}.
     *
     * @param waiting what settle will be called with
     */
    void addPort(SwitchPort at, Object waiting) {
        Map<Long, PortState> ports = switches.get(at.datapathId());
        if (ports != null) {
            removePort(at);
            ports.put(at.port(), new PortState(at, waiting));
        }
    }

    /** A port is down or gone, and its links with it. Returns the ports at the other ends that have to settle again. */
    List<SwitchPort> removePort(SwitchPort at) {
        PortState port = port(at);
        if (port == null) {
            return List.of();
        }
        List<SwitchPort> others = List.copyOf(port.links).stream()
                .flatMap(link -> removeLink(link).stream())
                .distinct()
                .filter(other -> !other.equals(at))
                .toList();
        switches.getOrDefault(at.datapathId(), Map.of()).remove(at.port());
        changed.add(at.datapathId());
        return others;
    }

    /** A port that is up has lost what was behind it: it is no edge before {@link #settle}. */
    void wait(SwitchPort at, Object waiting) {
        PortState port = port(at);
        if (port != null) {
            port.waiting = waiting;
            port.settled = false;
            changed.add(at.datapathId());
        }
    }

    /** The port had its time, unless it waits for something later: if no direct link ends at it, it is an edge. */
    void settle(SwitchPort at, Object waited, long nowNanos) {
        PortState port = port(at);
        if (port != null && port.waiting.equals(waited)) {
            port.settled = true;
            port.settledNanos = nowNanos;
            changed.add(at.datapathId());
        }
    }

    void hostHeard(SwitchPort at) {
        PortState port = port(at);
        if (port != null) {
            port.hostHeard = true;
        }
    }

    /**
     * A probe has come through. Where a direct link ends there is no foreign one; it would be the same cable.
     *
     * @param link of two ports that are up
     * @return false if there can be no such link, because hosts are at both ports
     */
    boolean addLink(Link link, long nowNanos) {
        PortState from = Objects.requireNonNull(port(link.from()));
        PortState to = Objects.requireNonNull(port(link.to()));
        if (link.kind() == Link.Kind.DIRECT) {
            if (from.isProvenEdge(nowNanos, proof) && to.isProvenEdge(nowNanos, proof)) {
                return false;
            }
            foreignLinks(from, to).forEach(this::removeLink);
        } else if (from.isBetween() || to.isBetween()) {
            return true; // it is known better
        }
        from.links.add(link);
        to.links.add(link);
        changed.add(link.from().datapathId());
        changed.add(link.to().datapathId());
        return true;
    }

    private static List<Link> foreignLinks(PortState... ports) {
        return List.of(ports).stream()
                .flatMap(port -> port.links.stream())
                .filter(link -> link.kind() == Link.Kind.FOREIGN)
                .distinct()
                .toList();
    }

    boolean isUp(SwitchPort at) {
        return port(at) != null;
    }

    boolean isBetweenSwitches(SwitchPort at) {
        PortState port = port(at);
        return port != null && port.isBetween();
    }

    boolean hasLink(Link link) {
        PortState from = port(link.from());
        return from != null && from.links.contains(link);
    }

    /** No probe comes through any more. Returns its ports, as far as no direct link ends there now but did. */
    List<SwitchPort> removeLink(Link link) {
        linkGone.accept(link);
        var bare = new ArrayList<SwitchPort>();
        for (SwitchPort end : List.of(link.from(), link.to())) {
            PortState port = port(end);
            if (port != null && port.links.remove(link)) {
                changed.add(end.datapathId());
                if (link.kind() == Link.Kind.DIRECT && !port.isBetween()) {
                    bare.add(end);
                }
            }
        }
        return bare;
    }

    private @Nullable PortState port(SwitchPort at) {
        Map<Long, PortState> ports = switches.get(at.datapathId());
        return ports == null ? null : ports.get(at.port());
    }

    /** Makes a snapshot of what is there; null if that looks like the last. */
    @Nullable
    TopologyChange publish() {
        if (changed.isEmpty()) {
            return null;
        }
        var difference = new SnapshotDiff();
        var nodes = snapshot.copyOfNodes();
        for (Long datapathId : changed) {
            Map<Long, PortState> ports = switches.get(datapathId);
            SwitchTopology now = ports == null ? null : node(datapathId, ports.values());
            SwitchTopology old = now == null ? nodes.remove(datapathId) : nodes.put(datapathId, now);
            difference.add(datapathId, old, now, gone.contains(datapathId));
        }
        changed.clear();
        gone.clear();
        if (difference.isEmpty()) {
            return null;
        }
        TopologySnapshot before = snapshot;
        snapshot = new TopologySnapshot(before.version() + 1, nodes);
        return difference.change(before, snapshot);
    }

    private static SwitchTopology node(long datapathId, Collection<PortState> ports) {
        return SwitchTopology.of(
                datapathId,
                ports.stream()
                        .filter(port -> port.settled)
                        .map(port -> port.at.port())
                        .toList(),
                ports.stream().flatMap(port -> port.links.stream()).toList());
    }
}
