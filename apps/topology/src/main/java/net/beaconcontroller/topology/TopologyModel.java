package net.beaconcontroller.topology;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The mutable model of switches, ports and links. {@link #publish} turns the accumulated changes into a new
 * {@link TopologySnapshot}. A link exists only while both of its ports are up.
 *
 * <p>A port that comes up, or loses its direct link, is <em>settling</em>: it is not an edge until {@link #settle} is
 * called, which leaves time to probe it. Each settling period has a token; {@code settle} with the token of an earlier
 * period has no effect.
 *
 * <p>Used by one thread.
 */
final class TopologyModel {
    /**
     * The maximum number of indirect links at a port, in both directions. A hostile switch could return the probes of
     * each of its ports at each other port.
     */
    static final int MAX_INDIRECT = 16;

    /** The maximum number of refused links that end at a port. */
    private static final int MAX_REFUSED = 4;

    /**
     * The maximum number of ports of switches without a connection, which take up to an eighth of the heap. A peer can
     * connect with ever new datapath ids.
     */
    static final int MAX_DISCONNECTED =
            (int) Math.min(500_000, Runtime.getRuntime().maxMemory() >> 13);

    /** A switch counts as this number of ports, and one for each port. */
    static final int SWITCH_SIZE = 50;

    private final Duration confirmation;
    private final Consumer<Link> linkRemoved;
    private final Map<Long, SwitchState> switches = new HashMap<>();
    /** The switches that changed since the last snapshot. */
    private final Set<Long> changed = new TreeSet<>();
    /** The switches that were removed since the last snapshot, even if they were added again. */
    private final Set<Long> removed = new HashSet<>();
    /** The switches that lost their connection since the last snapshot, even if they reconnected. */
    private final Set<Long> disconnected = new HashSet<>();

    /** The ports at which refused links end. */
    private final Set<SwitchPort> refusing = new HashSet<>();

    private TopologySnapshot snapshot = TopologySnapshot.EMPTY;

    private static final class SwitchState {
        /** The ports that are up, or were when the switch lost its connection. */
        final Map<Long, PortState> ports = new TreeMap<>();

        final long addedNanos;
        boolean isConnected;
        long connectedNanos;
        long disconnectedNanos;
        /** Of all ports that the switch had when it lost its connection, see {@link RestartEvidence#portsHash}. */
        int portsHash;

        SwitchState(long addedNanos) {
            this.addedNanos = addedNanos;
        }
    }

    /** Why a link is refused, and when its last probe arrived. */
    private record Refusal(ProbeOutcome reason, long nanos) {}

    /** The kind of the probes that return at their port, and when the last one returned. */
    private record Loop(Link.Kind kind, long nanos) {}

    /** The state of a port that is up. */
    private static final class PortState {
        final long number;

        @Nullable
        Object settlingToken;

        boolean isSettled;
        long settledNanos;
        boolean hasHost;
        long hostNanos;
        /** Whether the port had an indirect link since it came up: other switches are attached to it. */
        boolean hasForeignSwitch;
        /** The links that begin or end at the port. */
        final Set<Link> links = new TreeSet<>(Link.ORDER);
        /**
         * The refused links that end at the port, bounded. Those from the lowest ports are kept: as all ports of a
         * flood domain receive the probes of its lowest one, they remain connected.
         */
        final NavigableMap<Link, Refusal> refused = new TreeMap<>(Link.ORDER);

        @Nullable
        Loop loop;

        PortState(long number) {
            this.number = number;
        }

        boolean isProvenEdge(long nowNanos, Duration confirmation) {
            return hasHost
                    && isSettled
                    && !isInfrastructure()
                    && nowNanos - settledNanos > confirmation.toNanos()
                    && nowNanos - hostNanos > confirmation.toNanos();
        }

        boolean isLinkedToAnother(Link link) {
            return links.stream()
                    .anyMatch(known -> known.isDirect() && !known.equals(link) && !known.equals(link.reversed()));
        }

        boolean isInfrastructure() {
            return links.stream().anyMatch(Link::isDirect);
        }

        boolean returnsDirectProbes() {
            return loop != null && loop.kind == Link.Kind.DIRECT;
        }

        /** Forgets refused links and a loop whose last probe arrived before a time. Returns whether there were any. */
        boolean forgetRefused(long nanos) {
            boolean isForgotten = refused.values().removeIf(refusal -> refusal.nanos - nanos < 0);
            if (loop != null && loop.nanos - nanos < 0) {
                loop = null;
                return true;
            }
            return isForgotten;
        }

        Stream<RefusedLink> refusedLinks(long datapathId) {
            return Stream.concat(
                    Stream.ofNullable(loop)
                            .map(known -> RefusedLink.loop(new SwitchPort(datapathId, number), known.kind)),
                    refused.entrySet().stream().map(entry -> new RefusedLink(entry.getKey(), entry.getValue().reason)));
        }
    }

    /**
     * Creates an empty model.
     *
     * @param confirmation the time after which an edge with a host is proven: the port has been an edge and had a host
     *     for this time. It must exceed the delay of link discovery while a large network connects, and the interval of
     *     probes, because until a link is discovered, flooded frames make hosts appear at its ports
     * @param linkRemoved called for each link as it is removed
     */
    TopologyModel(Duration confirmation, Consumer<Link> linkRemoved) {
        this.confirmation = confirmation;
        this.linkRemoved = linkRemoved;
    }

    TopologySnapshot snapshot() {
        return snapshot;
    }

    /** Adds a switch without ports, as connected. A known switch keeps its ports. */
    void addSwitch(long datapathId, long nowNanos) {
        SwitchState sw = switches.computeIfAbsent(datapathId, _ -> new SwitchState(nowNanos));
        sw.isConnected = true;
        sw.connectedNanos = nowNanos;
        changed.add(datapathId);
    }

    boolean hasSwitch(long datapathId) {
        return switches.containsKey(datapathId);
    }

    boolean isConnected(long datapathId) {
        SwitchState sw = switches.get(datapathId);
        return sw != null && sw.isConnected;
    }

    /**
     * Records that a switch lost its connection. Its ports and links stay as they are.
     *
     * @param portsHash see {@link RestartEvidence#portsHash}
     */
    void disconnect(long datapathId, int portsHash, long nowNanos) {
        SwitchState sw = switches.get(datapathId);
        if (sw != null) {
            sw.isConnected = false;
            sw.disconnectedNanos = nowNanos;
            sw.portsHash = portsHash;
            changed.add(datapathId);
            disconnected.add(datapathId);
        }
    }

    /** Returns the time since a switch last lost its connection, in nanoseconds. */
    long disconnectedNanos(long datapathId, long nowNanos) {
        return nowNanos - Objects.requireNonNull(switches.get(datapathId)).disconnectedNanos;
    }

    /** Returns the hash code of the ports that a switch had when it last lost its connection. */
    int portsHash(long datapathId) {
        return Objects.requireNonNull(switches.get(datapathId)).portsHash;
    }

    /**
     * Returns the switches that are to be removed: those that lost their connection at least this time ago, and, of
     * more than {@link #MAX_DISCONNECTED}, those that have been known for the shortest time.
     */
    List<Long> expired(Duration time, long nowNanos) {
        List<Map.Entry<Long, SwitchState>> lost = switches.entrySet().stream()
                .filter(entry -> !entry.getValue().isConnected)
                .sorted(Comparator.comparingLong(entry -> entry.getValue().addedNanos - nowNanos))
                .toList();
        var expired = new ArrayList<Long>();
        long kept = 0;
        for (Map.Entry<Long, SwitchState> entry : lost) {
            int size = SWITCH_SIZE + entry.getValue().ports.size();
            if (disconnectedNanos(entry.getKey(), nowNanos) >= time.toNanos() || kept + size > MAX_DISCONNECTED) {
                expired.add(entry.getKey());
            } else {
                kept += size;
            }
        }
        return expired;
    }

    /** Returns the ports of a switch that are up. */
    List<SwitchPort> ports(long datapathId) {
        return portsOf(datapathId).keySet().stream()
                .map(port -> new SwitchPort(datapathId, port))
                .toList();
    }

    /** Returns the links that begin or end at a switch. */
    List<Link> links(long datapathId) {
        return portsOf(datapathId).values().stream()
                .flatMap(port -> port.links.stream())
                .distinct()
                .toList();
    }

    /** Removes a switch with its links. Returns the ports of other switches that lost their direct link. */
    List<SwitchPort> removeSwitch(long datapathId) {
        if (!hasSwitch(datapathId)) {
            return List.of();
        }
        var bare = new ArrayList<SwitchPort>();
        for (SwitchPort port : ports(datapathId)) {
            bare.addAll(removePort(port));
        }
        switches.remove(datapathId);
        changed.add(datapathId);
        removed.add(datapathId);
        bare.removeIf(port -> port.datapathId() == datapathId);
        return bare;
    }

    /** Adds a port that came up. It is settling; see {@link #unsettle}. */
    void addPort(SwitchPort at) {
        SwitchState sw = switches.get(at.datapathId());
        if (sw != null) {
            removePort(at);
            sw.ports.put(at.port(), new PortState(at.port()));
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
        portsOf(at.datapathId()).remove(at.port());
        changed.add(at.datapathId());
        return bare;
    }

    /** Starts a new settling period of a port. */
    void unsettle(SwitchPort at, Object settlingToken) {
        PortState port = port(at);
        if (port != null) {
            port.settlingToken = settlingToken;
            port.isSettled = false;
            port.hasHost = false;
            changed.add(at.datapathId());
        }
    }

    /** Ends the settling period with this token. The port becomes an edge unless it has a direct link. */
    void settle(SwitchPort at, Object settlingToken, long nowNanos) {
        PortState port = port(at);
        if (port != null && settlingToken.equals(port.settlingToken)) {
            port.isSettled = true;
            port.settledNanos = nowNanos;
            changed.add(at.datapathId());
        }
    }

    /**
     * Records that a host was seen at a port, if the port is an edge, or would be one if it did not return its own
     * broadcasts: these can be returned by another host at the port.
     */
    void hostSeen(SwitchPort at, long nowNanos) {
        PortState port = port(at);
        if (port == null || !port.isSettled || port.isInfrastructure() || port.hasHost || port.returnsDirectProbes()) {
            return;
        }
        port.hasHost = true;
        port.hostNanos = nowNanos;
        if (port.loop != null) {
            port.loop = null;
            changed.add(at.datapathId());
        }
    }

    /**
     * Records that a port returns its own probes. Broadcast probes do not count at a port with a host.
     *
     * @return whether the port was not known to return its own probes
     */
    boolean loop(SwitchPort at, Link.Kind kind, long nowNanos) {
        PortState port = port(at);
        if (port == null || (kind == Link.Kind.INDIRECT && port.hasHost)) {
            return false;
        }
        Loop known = port.loop;
        if (kind == Link.Kind.DIRECT || !port.returnsDirectProbes()) {
            port.loop = new Loop(kind, nowNanos);
        }
        refusing.add(at);
        changed.add(at.datapathId());
        return known == null;
    }

    /**
     * Adds a link. A direct link replaces the indirect links of its ports, and prevents further ones, because they
     * would use the same cable.
     *
     * @param link both ports must be up
     * @return {@link ProbeOutcome#ACCEPTED}, or the reason why the link is not added
     */
    ProbeOutcome addLink(Link link, long nowNanos) {
        PortState from = Objects.requireNonNull(port(link.from()));
        PortState to = Objects.requireNonNull(port(link.to()));
        if (link.isDirect()) {
            if (from.isLinkedToAnother(link) || to.isLinkedToAnother(link)) {
                return ProbeOutcome.SECOND_PEER;
            }
            if (isHostPort(link.from(), link.to(), nowNanos) || isHostPort(link.to(), link.from(), nowNanos)) {
                return ProbeOutcome.PROVEN_EDGE;
            }
            indirectLinks(from, to).forEach(this::removeLink);
        } else if (from.isInfrastructure() || to.isInfrastructure()) {
            return ProbeOutcome.ACCEPTED;
        } else if (isProvenEdge(link.from(), nowNanos)
                && isProvenEdge(link.to(), nowNanos)
                && !(from.hasForeignSwitch && to.hasForeignSwitch)) {
            return ProbeOutcome.PROVEN_EDGE;
        } else if (!from.links.contains(link)
                && (from.links.size() >= MAX_INDIRECT || to.links.size() >= MAX_INDIRECT)) {
            return ProbeOutcome.TOO_MANY;
        } else {
            from.hasForeignSwitch = true;
            to.hasForeignSwitch = true;
        }
        from.links.add(link);
        to.links.add(link);
        changed.add(link.from().datapathId());
        changed.add(link.to().datapathId());
        return ProbeOutcome.ACCEPTED;
    }

    /**
     * Records that a probe has arrived over a link that is not added.
     *
     * @return whether the link was not refused before
     */
    boolean refuse(Link link, ProbeOutcome reason, long nowNanos) {
        NavigableMap<Link, Refusal> refused = Objects.requireNonNull(port(link.to())).refused;
        if (refused.size() == MAX_REFUSED && Link.ORDER.compare(link, refused.lastKey()) > 0) {
            return false;
        }
        Refusal known = refused.put(link, new Refusal(reason, nowNanos));
        if (known != null && known.reason == reason) {
            return false;
        }
        if (refused.size() > MAX_REFUSED) {
            refused.pollLastEntry();
        }
        refusing.add(link.to());
        changed.add(link.to().datapathId());
        return true;
    }

    /** Forgets the refused links over which no probe has arrived for a time, and looped ports likewise. */
    void forgetRefused(Duration time, long nowNanos) {
        for (SwitchPort at : List.copyOf(refusing)) {
            PortState port = port(at);
            if (port != null && port.forgetRefused(nowNanos - time.toNanos())) {
                changed.add(at.datapathId());
            }
            if (port == null || (port.refused.isEmpty() && port.loop == null)) {
                refusing.remove(at);
            }
        }
    }

    /** Returns the ports at which refused links begin, and looped ports. */
    Set<SwitchPort> refusedPorts() {
        var ports = new HashSet<SwitchPort>();
        for (SwitchPort at : refusing) {
            PortState port = port(at);
            if (port != null) {
                port.refused.keySet().forEach(link -> ports.add(link.from()));
                if (port.loop != null) {
                    ports.add(at);
                }
            }
        }
        return ports;
    }

    /** Returns whether a port has been an edge, with a host, for so long that no switch can be attached to it. */
    boolean isProvenEdge(SwitchPort at, long nowNanos) {
        PortState port = port(at);
        return port != null && port.isProvenEdge(nowNanos, confirmation);
    }

    /**
     * Returns whether a port is a proven edge that cannot have a direct link to a peer. It can if the switch of the
     * peer has just connected: without a controller, that switch may have forwarded the packets of hosts.
     */
    private boolean isHostPort(SwitchPort at, SwitchPort peer, long nowNanos) {
        SwitchState peerSwitch = Objects.requireNonNull(switches.get(peer.datapathId()));
        return isProvenEdge(at, nowNanos) && nowNanos - peerSwitch.connectedNanos > confirmation.toNanos();
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

    boolean isSettled(SwitchPort at) {
        PortState port = port(at);
        return port != null && port.isSettled;
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
        return portsOf(at.datapathId()).get(at.port());
    }

    private Map<Long, PortState> portsOf(long datapathId) {
        SwitchState sw = switches.get(datapathId);
        return sw == null ? Map.of() : sw.ports;
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
            SwitchState sw = switches.get(datapathId);
            SwitchTopology after = sw == null ? null : part(datapathId, sw);
            SwitchTopology before = after == null ? parts.remove(datapathId) : parts.put(datapathId, after);
            diff.add(datapathId, before, after, removed.contains(datapathId), disconnected.contains(datapathId));
        }
        changed.clear();
        removed.clear();
        disconnected.clear();
        if (diff.isEmpty()) {
            return null;
        }
        TopologySnapshot before = snapshot;
        snapshot = new TopologySnapshot(before.version() + 1, parts);
        return diff.change(before, snapshot);
    }

    private static SwitchTopology part(long datapathId, SwitchState sw) {
        Collection<PortState> ports = sw.ports.values();
        Set<Link> links = ports.stream().flatMap(port -> port.links.stream()).collect(Collectors.toSet());
        return SwitchTopology.of(
                datapathId,
                sw.isConnected,
                ports.stream()
                        .filter(port -> port.isSettled && port.loop == null)
                        .map(port -> port.number)
                        .toList(),
                links,
                link -> links.contains(link.reversed()),
                ports.stream().flatMap(port -> port.refusedLinks(datapathId)).toList());
    }
}
