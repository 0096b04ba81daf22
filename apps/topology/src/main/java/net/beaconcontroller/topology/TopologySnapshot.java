package net.beaconcontroller.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The topology at one point in time. Immutable and thread-safe; a snapshot never shows part of a change.
 *
 * <p>A port is an <em>edge</em> if hosts can be attached to it: the port is up, its settling time is over, and no
 * direct link begins or ends at it. A port with a direct link is an <em>infrastructure port</em>. A port that is
 * settling, or that returns its own frames, is neither.
 *
 * <p>A switch whose connection to the controller is lost stays in the topology for a grace period, with its links and
 * edges, because its flows still forward packets. {@link #isConnected} returns whether messages reach it.
 *
 * <p>A <em>connected component</em> is a maximal set of switches that are connected by links. A <em>broadcast
 * domain</em> is a set of edges that indirect links connect: a frame sent out of one of them can arrive at the others.
 * Therefore only one port of a broadcast domain, its {@linkplain #designatedPort designated port}, sends and accepts
 * broadcasts. An edge without indirect links is a broadcast domain of its own; a broadcast domain of several edges is
 * <em>shared</em>.
 *
 * <p>A link that was {@linkplain #refusedLinks refused} may be real: then both of its ports would flood in a loop.
 * Therefore refused links extend broadcast domains to <em>flood domains</em>, for floods only: one edge of a flood
 * domain, its {@linkplain #floodingPort flooding port}, sends floods. In all else, its edges are those of different
 * broadcast domains, because hosts can pretend that there is a link.
 */
public final class TopologySnapshot {
    /** The snapshot without switches. */
    public static final TopologySnapshot EMPTY = new TopologySnapshot(0, new TreeMap<>());

    private final long version;
    private final SortedMap<Long, SwitchTopology> switches;
    private final DisjointSets<SwitchPort> domains;
    /** The same as {@link #domains} if no link is refused. */
    private final DisjointSets<SwitchPort> floodDomains;
    /**
     * Computed on first use, because it takes longer than the rest of a snapshot and many snapshots are short-lived.
     */
    private volatile @Nullable DisjointSets<Long> components;

    /**
     * The ports out of which one switch sends a broadcast.
     *
     * @param ports in ascending order; not empty
     */
    public record FloodPorts(long datapathId, List<Long> ports) {}

    TopologySnapshot(long version, SortedMap<Long, SwitchTopology> switches) {
        this.version = version;
        this.switches = Collections.unmodifiableSortedMap(switches);
        this.domains = domains(List.of());
        List<RefusedLink> refused = refusedLinks();
        this.floodDomains = refused.isEmpty() ? domains : domains(refused);
    }

    private DisjointSets<SwitchPort> domains(List<RefusedLink> refused) {
        // An infrastructure port represents a domain only if the domain has no edge, and a port of a switch that is not
        // connected only if it has no other.
        var sets = new DisjointSets<SwitchPort>(Comparator.comparing((SwitchPort port) -> !isEdge(port))
                .thenComparing(port -> !isConnected(port.datapathId()))
                .thenComparing(Comparator.naturalOrder()));
        for (SwitchTopology sw : switches.values()) {
            for (Link link : sw.indirectLinks()) {
                if (isEdge(link.from()) && isEdge(link.to())) {
                    sets.union(link.from(), link.to());
                }
            }
        }
        for (RefusedLink each : refused) {
            if (isLoop(each.link())) {
                sets.union(each.link().from(), each.link().to());
            }
        }
        sets.flatten();
        return sets;
    }

    /** Returns whether a link that is not used as a path would close a loop: another path connects its switches. */
    private boolean isLoop(Link link) {
        return !link.from().equals(link.to())
                && areConnected(link.from().datapathId(), link.to().datapathId())
                && link.ends().stream().allMatch(end -> isEdge(end) || isInfrastructure(end));
    }

    /**
     * Builds a snapshot from its parts, for tests and for other discovery mechanisms. It contains all switches that are
     * mentioned, and all the links. Ports at which direct links begin or end are not edges, even if they are in
     * {@code edges}.
     */
    public static TopologySnapshot of(
            long version, Collection<Long> datapathIds, Collection<SwitchPort> edges, Collection<Link> links) {
        Map<Long, Set<Long>> edgesOf = edges.stream()
                .collect(Collectors.groupingBy(
                        SwitchPort::datapathId, Collectors.mapping(SwitchPort::port, Collectors.toSet())));
        var linksOf = new HashMap<Long, Set<Link>>();
        for (Link link : links) {
            link.ends().forEach(end -> linksOf.computeIfAbsent(end.datapathId(), _ -> new HashSet<>())
                    .add(link));
        }
        var ids = new TreeSet<>(datapathIds);
        ids.addAll(edgesOf.keySet());
        ids.addAll(linksOf.keySet());
        var switches = new TreeMap<Long, SwitchTopology>();
        for (Long id : ids) {
            switches.put(
                    id,
                    SwitchTopology.of(
                            id,
                            true,
                            edgesOf.getOrDefault(id, Set.of()),
                            linksOf.getOrDefault(id, Set.of()),
                            _ -> true,
                            List.of()));
        }
        return new TopologySnapshot(version, switches);
    }

    /** Returns a copy in which these switches are not connected. See {@link #of}. */
    public TopologySnapshot withoutConnectionTo(Collection<Long> datapathIds) {
        SortedMap<Long, SwitchTopology> copy = copyOfSwitches();
        datapathIds.forEach(id -> copy.computeIfPresent(id, (_, sw) -> sw.withConnected(false)));
        return new TopologySnapshot(version, copy);
    }

    /** Returns a copy in which this port returns its own frames. Its switch must be known. See {@link #of}. */
    public TopologySnapshot withLooped(SwitchPort port) {
        SortedMap<Long, SwitchTopology> copy = copyOfSwitches();
        copy.computeIfPresent(port.datapathId(), (_, sw) -> sw.withLooped(port));
        return new TopologySnapshot(version, copy);
    }

    /** Returns the version number, which increases with each change. */
    public long version() {
        return version;
    }

    /**
     * Returns the datapath ids of all switches, in ascending order: of the connected ones, and of those that lost their
     * connection less than the grace period ago.
     */
    public Set<Long> switches() {
        return switches.keySet();
    }

    /**
     * Returns whether the switch has a connection to the controller. A switch of the topology without one probably
     * still forwards packets by its flows, but no message reaches it: no flow can be added to it or deleted from it, it
     * sends no packet-ins, and it forwards no packet-outs. Returns false if the switch is unknown.
     */
    public boolean isConnected(long datapathId) {
        return at(datapathId).isConnected();
    }

    /**
     * Returns all links, ordered by source port. A link that was discovered in one direction only is not among them,
     * because its probes may not have come over a cable; its ports are infrastructure ports nevertheless.
     */
    public List<Link> links() {
        return switches.values().stream().flatMap(sw -> sw.links().stream()).toList();
    }

    /** Returns the links that begin at a switch, ordered by port; empty if the switch is unknown. */
    public List<Link> linksFrom(long datapathId) {
        return at(datapathId).links();
    }

    /** Returns the edges of a switch; empty if the switch is unknown. */
    public PortSet edges(long datapathId) {
        return at(datapathId).edges();
    }

    /** Returns the number of edges of all switches. */
    public int edgeCount() {
        return switches.values().stream()
                .mapToInt(sw -> sw.edges().numbers().size())
                .sum();
    }

    /** Returns whether the port is an edge. */
    public boolean isEdge(SwitchPort port) {
        return edges(port.datapathId()).contains(port.port());
    }

    /** Returns whether a direct link begins or ends at the port. */
    public boolean isInfrastructure(SwitchPort port) {
        return at(port.datapathId()).infrastructure().contains(port.port());
    }

    /**
     * Returns the ports of a switch that return their own frames: a loop plug, a hairpin, or a loop of bridges is
     * attached. They are not edges until the frames stop returning.
     */
    public PortSet looped(long datapathId) {
        return at(datapathId).looped();
    }

    /** Returns whether the port returns its own frames, see {@link #looped}. */
    public boolean isLooped(SwitchPort port) {
        return looped(port.datapathId()).contains(port.port());
    }

    private SwitchTopology at(long datapathId) {
        return switches.getOrDefault(datapathId, SwitchTopology.UNKNOWN);
    }

    /** Returns whether both switches are in the same connected component, regardless of the direction of links. */
    public boolean areConnected(long one, long other) {
        return switches.containsKey(one)
                && switches.containsKey(other)
                && components().representative(one).equals(components().representative(other));
    }

    /** Two threads may compute the components at the same time, with the same result. */
    private DisjointSets<Long> components() {
        DisjointSets<Long> known = components;
        if (known != null) {
            return known;
        }
        var computed = new DisjointSets<Long>(Comparator.naturalOrder());
        switches.forEach((id, sw) -> sw.neighbours().forEach(neighbour -> computed.union(id, neighbour)));
        computed.flatten();
        components = computed;
        return computed;
    }

    /**
     * Returns the port that sends and accepts broadcasts for the broadcast domain of this edge: if possible, a port of
     * a connected switch.
     */
    public SwitchPort designatedPort(SwitchPort edge) {
        return domains.representative(edge);
    }

    /** Returns whether any broadcast domain has several edges. */
    public boolean hasSharedDomains() {
        return !domains.isEmpty();
    }

    /** Returns whether the broadcast domain of this edge has other edges. */
    public boolean isInSharedDomain(SwitchPort edge) {
        return domains.contains(edge);
    }

    /** Returns all edges of the broadcast domain of this edge. */
    public Set<SwitchPort> broadcastDomain(SwitchPort edge) {
        return domains.setOf(edge);
    }

    /**
     * Returns the links that probes show and that are not used as paths, at most four of each port at which they end.
     */
    public List<RefusedLink> refusedLinks() {
        return switches.values().stream().flatMap(sw -> sw.refused().stream()).toList();
    }

    /** Returns whether any flood domain has several ports. */
    public boolean hasFloodDomains() {
        return !floodDomains.isEmpty();
    }

    /** Returns whether the flood domain of this edge has other ports. */
    public boolean isInFloodDomain(SwitchPort edge) {
        return floodDomains.contains(edge);
    }

    /** Returns whether frames that are sent out of one of these edges can arrive at the other. */
    public boolean areInOneFloodDomain(SwitchPort one, SwitchPort other) {
        return floodingPort(one).equals(floodingPort(other));
    }

    /** Returns the edges of a switch in flood domains of several ports. */
    public PortSet floodDomainEdges(long datapathId) {
        return hasFloodDomains() ? edges(datapathId, this::isInFloodDomain) : PortSet.NONE;
    }

    /** Returns the edges of a switch that are in no shared broadcast domain. */
    public PortSet edgesOutsideSharedDomains(long datapathId) {
        return hasSharedDomains() ? edges(datapathId, edge -> !isInSharedDomain(edge)) : edges(datapathId);
    }

    private PortSet edges(long datapathId, Predicate<SwitchPort> condition) {
        return new PortSet(edges(datapathId).numbers().stream()
                .filter(port -> condition.test(new SwitchPort(datapathId, port)))
                .toList());
    }

    /** Returns the port that sends floods for the flood domain of this edge: if possible, of a connected switch. */
    public SwitchPort floodingPort(SwitchPort edge) {
        return floodDomains.representative(edge);
    }

    /**
     * Returns the port that sends floods to the network between the ports of a refused link. Empty if each of them
     * does, because no other path connects their switches, or if the link is that of a looped port.
     */
    public Optional<SwitchPort> floodingPort(RefusedLink refused) {
        Link link = refused.link();
        return !refused.isLoop() && areInOneFloodDomain(link.from(), link.to())
                ? Optional.of(floodingPort(link.to()))
                : Optional.empty();
    }

    /**
     * Returns the ports out of which a broadcast reaches each host of a connected component exactly once: the flooding
     * port of each flood domain. Leaves out the switches that are not connected. The ingress port of the
     * broadcast is not excluded. Ordered by datapath id.
     *
     * @param datapathId any switch of the connected component
     */
    public List<FloodPorts> floodPorts(long datapathId) {
        var all = new ArrayList<FloodPorts>();
        switches.forEach((id, sw) -> {
            if (sw.isConnected() && areConnected(id, datapathId)) {
                List<Long> ports = floodingPorts(id, sw.edges().numbers());
                if (!ports.isEmpty()) {
                    all.add(new FloodPorts(id, ports));
                }
            }
        });
        return Collections.unmodifiableList(all);
    }

    private List<Long> floodingPorts(long datapathId, List<Long> edges) {
        return floodDomains.isEmpty()
                ? edges
                : edges.stream()
                        .filter(port -> floodDomains.isRepresentative(new SwitchPort(datapathId, port)))
                        .toList();
    }

    SortedMap<Long, SwitchTopology> copyOfSwitches() {
        return new TreeMap<>(switches);
    }
}
