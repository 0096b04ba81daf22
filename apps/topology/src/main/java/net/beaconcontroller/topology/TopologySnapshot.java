package net.beaconcontroller.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How the switches are joined at one time. Nothing of it changes, so that nobody sees half of a change; safe for use by several
 * threads.
 *
 * <p>A port is an <em>edge</em> where hosts can be: it is up, and no direct link ends at it. A port that came up just now is
 * neither, until it had the time to tell what is behind it. An <em>island</em> is all switches that links join. A
 * <em>domain</em> is the edges that foreign switches join: what is sent out of one of them can come in at the others, so one
 * port, the {@link #speaker}, sends and hears broadcasts for all of them.
 */
public final class TopologySnapshot {
    /** Of nothing. */
    public static final TopologySnapshot EMPTY = new TopologySnapshot(0, new TreeMap<>());

    private final long version;
    private final SortedMap<Long, SwitchTopology> nodes;
    private final DisjointSets<SwitchPort> domains = new DisjointSets<>();
    /** Found when somebody asks for them: it takes longer than all else, and most snapshots are short-lived. */
    private volatile @Nullable ConnectedComponents islands;

    /**
     * The ports that a broadcast leaves a switch by.
     *
     * @param ports ordered by number; not empty
     */
    public record FloodPorts(long datapathId, List<Long> ports) {}

    TopologySnapshot(long version, SortedMap<Long, SwitchTopology> nodes) {
        this.version = version;
        this.nodes = Collections.unmodifiableSortedMap(nodes);
        for (SwitchTopology node : nodes.values()) {
            for (Link link : node.foreignLinks()) {
                if (isEdge(link.from()) && isEdge(link.to())) {
                    domains.join(link.from(), link.to());
                }
            }
        }
        domains.flatten();
    }

    /**
     * Puts a snapshot together, for tests and for who finds out the topology in another way. All switches that are named are
     * in it, and the ports of direct links are no edges.
     */
    public static TopologySnapshot of(
            long version, Collection<Long> switches, Collection<SwitchPort> edges, Collection<Link> links) {
        var ids = new TreeSet<>(switches);
        var edgesOf = new HashMap<Long, Set<Long>>();
        for (SwitchPort edge : edges) {
            ids.add(edge.datapathId());
            edgesOf.computeIfAbsent(edge.datapathId(), _ -> new HashSet<>()).add(edge.port());
        }
        var linksOf = new HashMap<Long, Set<Link>>();
        for (Link link : links) {
            for (SwitchPort end : List.of(link.from(), link.to())) {
                ids.add(end.datapathId());
                linksOf.computeIfAbsent(end.datapathId(), _ -> new HashSet<>()).add(link);
            }
        }
        var nodes = new TreeMap<Long, SwitchTopology>();
        for (Long id : ids) {
            nodes.put(
                    id, SwitchTopology.of(id, edgesOf.getOrDefault(id, Set.of()), linksOf.getOrDefault(id, Set.of())));
        }
        return new TopologySnapshot(version, nodes);
    }

    /** Grows with each change. */
    public long version() {
        return version;
    }

    /** The datapath ids of all switches, in their order. */
    public Set<Long> switches() {
        return nodes.keySet();
    }

    /** All links, ordered by the ports they begin at. */
    public List<Link> links() {
        return nodes.values().stream().flatMap(node -> node.links().stream()).toList();
    }

    /** The links that begin at a switch, ordered by their ports; none if it is not known. */
    public List<Link> linksFrom(long datapathId) {
        return node(datapathId).links();
    }

    /** The ports of a switch that hosts can be at; none if it is not known. */
    public PortSet edges(long datapathId) {
        return node(datapathId).edges();
    }

    /** Whether hosts can be at this port. */
    public boolean isEdge(SwitchPort port) {
        return edges(port.datapathId()).contains(port.port());
    }

    /** Whether a direct link begins or ends at this port; one that is known in one direction only counts too. */
    public boolean isBetweenSwitches(SwitchPort port) {
        return node(port.datapathId()).between().contains(port.port());
    }

    private SwitchTopology node(long datapathId) {
        return nodes.getOrDefault(datapathId, SwitchTopology.UNKNOWN);
    }

    /** Whether links join these two switches, in whatever direction and over others; a switch is joined with itself. */
    public boolean areJoined(long one, long other) {
        return islands().areJoined(one, other);
    }

    private ConnectedComponents islands() {
        ConnectedComponents found = islands;
        if (found == null) {
            found = new ConnectedComponents(nodes); // two threads may do so at once, and find the same
            islands = found;
        }
        return found;
    }

    /** The port that sends and hears broadcasts for the edge's domain: the edge itself, unless foreign switches join it with others. */
    public SwitchPort speaker(SwitchPort edge) {
        return domains.first(edge);
    }

    /** Whether foreign switches join any edges. */
    public boolean hasDomains() {
        return !domains.isEmpty();
    }

    /** Whether foreign switches join this edge with others. */
    public boolean isShared(SwitchPort edge) {
        return domains.contains(edge);
    }

    /** All edges that foreign switches join with this one, itself included. */
    public Set<SwitchPort> domain(SwitchPort edge) {
        return domains.with(edge);
    }

    /**
     * Where a broadcast has to go so that it reaches each host of an island once: all its edges, of each domain the speaker. Without
     * regard to where it came from, and ordered by datapath id.
     *
     * @param datapathId of any switch of the island
     */
    public List<FloodPorts> floodPorts(long datapathId) {
        var all = new ArrayList<FloodPorts>();
        ConnectedComponents found = islands();
        nodes.forEach((id, node) -> {
            if (found.areJoined(id, datapathId)) {
                List<Long> ports = speakers(id, node.edges().numbers());
                if (!ports.isEmpty()) {
                    all.add(new FloodPorts(id, ports));
                }
            }
        });
        return Collections.unmodifiableList(all);
    }

    private List<Long> speakers(long datapathId, List<Long> edges) {
        return domains.isEmpty()
                ? edges
                : edges.stream()
                        .filter(port -> domains.isFirst(new SwitchPort(datapathId, port)))
                        .toList();
    }

    SortedMap<Long, SwitchTopology> copyOfNodes() {
        return new TreeMap<>(nodes);
    }
}
