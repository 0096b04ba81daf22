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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The mutable model of switches, ports and links. {@link #publish} turns the accumulated changes into a new
 * {@link TopologySnapshot}. A link exists only while both of its ports are up.
 *
 * <p>A port that comes up, or loses its direct link, is <em>settling</em>: it is no edge until {@link #settle} is
 * called, which leaves time to probe it. Each settling period has a token; {@code settle} with the token of an earlier
 * period has no effect.
 *
 * <p>Used by one thread.
 */
final class TopologyModel {
    private final Duration confirmation;
    private final Consumer<Link> linkRemoved;
    private final Map<Long, Map<Long, PortState>> switches = new HashMap<>();
    /** The switches that changed since the last snapshot. */
    private final Set<Long> changed = new TreeSet<>();
    /** The switches that disconnected since the last snapshot, even if they reconnected. */
    private final Set<Long> disconnected = new HashSet<>();

    private TopologySnapshot snapshot = TopologySnapshot.EMPTY;

    /** The state of a port that is up. */
    private static final class PortState {
        final long number;
        Object settlingToken;
        boolean isSettled;
        long settledNanos;
        boolean hasHost;
        /** The links that begin or end at the port. */
        final Set<Link> links = new TreeSet<>(Link.ORDER);

        PortState(long number, Object settlingToken) {
            this.number = number;
            this.settlingToken = settlingToken;
        }

        boolean isConfirmedEdge(long nowNanos, Duration confirmation) {
            return hasHost && isSettled && !isInfrastructure() && nowNanos - settledNanos > confirmation.toNanos();
        }

        boolean isInfrastructure() {
            return links.stream().anyMatch(Link::isDirect);
        }
    }

    /**
     * Creates an empty model.
     *
     * @param confirmation the time after which an edge with a host is confirmed. No direct link is accepted between two
     *     confirmed edges. The time must exceed the delay of link discovery while a large network connects, because
     *     until a link is discovered, flooded frames make hosts appear at its ports
     * @param linkRemoved called for each link as it is removed
     */
    TopologyModel(Duration confirmation, Consumer<Link> linkRemoved) {
        this.confirmation = confirmation;
        this.linkRemoved = linkRemoved;
    }

    TopologySnapshot snapshot() {
        return snapshot;
    }

    /** Adds a switch without ports. */
    void addSwitch(long datapathId) {
        switches.put(datapathId, new TreeMap<>());
        changed.add(datapathId);
    }

    /** Removes a switch with its links. Returns the ports of other switches that lost their direct link. */
    List<SwitchPort> removeSwitch(long datapathId) {
        Map<Long, PortState> ports = switches.get(datapathId);
        if (ports == null) {
            return List.of();
        }
        var bare = new ArrayList<SwitchPort>();
        for (Long port : List.copyOf(ports.keySet())) {
            bare.addAll(removePort(new SwitchPort(datapathId, port)));
        }
        switches.remove(datapathId);
        changed.add(datapathId);
        disconnected.add(datapathId);
        bare.removeIf(port -> port.datapathId() == datapathId);
        return bare;
    }

    /** Adds a port that came up, as settling. */
    void addPort(SwitchPort at, Object settlingToken) {
        Map<Long, PortState> ports = switches.get(at.datapathId());
        if (ports != null) {
            removePort(at);
            ports.put(at.port(), new PortState(at.port(), settlingToken));
        }
    }

    /** Removes a port that went down, with its links. Returns the other ports that lost their direct link. */
    List<SwitchPort> removePort(SwitchPort at) {
        PortState port = port(at);
        if (port == null) {
            return List.of();
        }
        List<SwitchPort> bare = List.copyOf(port.links).stream()
                .flatMap(link -> removeLink(link).stream())
                .distinct()
                .filter(other -> !other.equals(at))
                .toList();
        switches.getOrDefault(at.datapathId(), Map.of()).remove(at.port());
        changed.add(at.datapathId());
        return bare;
    }

    /** Starts a new settling period of a port. */
    void unsettle(SwitchPort at, Object settlingToken) {
        PortState port = port(at);
        if (port != null) {
            port.settlingToken = settlingToken;
            port.isSettled = false;
            changed.add(at.datapathId());
        }
    }

    /** Ends the settling period with this token. The port becomes an edge unless it has a direct link. */
    void settle(SwitchPort at, Object settlingToken, long nowNanos) {
        PortState port = port(at);
        if (port != null && port.settlingToken.equals(settlingToken)) {
            port.isSettled = true;
            port.settledNanos = nowNanos;
            changed.add(at.datapathId());
        }
    }

    /** Records that a host was seen at a port. */
    void hostSeen(SwitchPort at) {
        PortState port = port(at);
        if (port != null) {
            port.hasHost = true;
        }
    }

    /**
     * Adds a link. A direct link replaces the indirect links of its ports, and prevents further ones, because they
     * would use the same cable.
     *
     * @param link both ports must be up
     * @return false if the link is direct and both ports are confirmed edges, in which case it is not added
     */
    boolean addLink(Link link, long nowNanos) {
        PortState from = Objects.requireNonNull(port(link.from()));
        PortState to = Objects.requireNonNull(port(link.to()));
        if (link.isDirect()) {
            if (from.isConfirmedEdge(nowNanos, confirmation) && to.isConfirmedEdge(nowNanos, confirmation)) {
                return false;
            }
            indirectLinks(from, to).forEach(this::removeLink);
        } else if (from.isInfrastructure() || to.isInfrastructure()) {
            return true;
        }
        from.links.add(link);
        to.links.add(link);
        changed.add(link.from().datapathId());
        changed.add(link.to().datapathId());
        return true;
    }

    private static List<Link> indirectLinks(PortState from, PortState to) {
        return Stream.of(from, to)
                .flatMap(port -> port.links.stream())
                .filter(link -> !link.isDirect())
                .distinct()
                .toList();
    }

    boolean isUp(SwitchPort at) {
        return port(at) != null;
    }

    boolean isInfrastructure(SwitchPort at) {
        PortState port = port(at);
        return port != null && port.isInfrastructure();
    }

    boolean hasLink(Link link) {
        PortState from = port(link.from());
        return from != null && from.links.contains(link);
    }

    /** Removes a link. Returns those of its ports that had a direct link and now have none. */
    List<SwitchPort> removeLink(Link link) {
        linkRemoved.accept(link);
        var bare = new ArrayList<SwitchPort>();
        for (SwitchPort end : link.ends()) {
            PortState port = port(end);
            if (port != null && port.links.remove(link)) {
                changed.add(end.datapathId());
                if (link.isDirect() && !port.isInfrastructure()) {
                    bare.add(end);
                }
            }
        }
        return bare;
    }

    private @Nullable PortState port(SwitchPort at) {
        return switches.getOrDefault(at.datapathId(), Map.of()).get(at.port());
    }

    /** Creates a new snapshot. Returns the change, or null if the topology equals that of the last snapshot. */
    @Nullable
    TopologyChange publish() {
        if (changed.isEmpty()) {
            return null;
        }
        var diff = new SnapshotDiff();
        var parts = snapshot.copyOfSwitches();
        for (Long datapathId : changed) {
            Map<Long, PortState> ports = switches.get(datapathId);
            SwitchTopology after = ports == null ? null : part(datapathId, ports.values());
            SwitchTopology before = after == null ? parts.remove(datapathId) : parts.put(datapathId, after);
            diff.add(datapathId, before, after, disconnected.contains(datapathId));
        }
        changed.clear();
        disconnected.clear();
        if (diff.isEmpty()) {
            return null;
        }
        TopologySnapshot before = snapshot;
        snapshot = new TopologySnapshot(before.version() + 1, parts);
        return diff.change(before, snapshot);
    }

    private static SwitchTopology part(long datapathId, Collection<PortState> ports) {
        return SwitchTopology.of(
                datapathId,
                ports.stream()
                        .filter(port -> port.isSettled)
                        .map(port -> port.number)
                        .toList(),
                ports.stream().flatMap(port -> port.links.stream()).toList());
    }
}
