package net.beaconcontroller.devices;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.ProbeOutcome;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import net.beaconcontroller.topology.TopologyChange;
import net.beaconcontroller.topology.TopologySnapshot;

/** A topology whose edges and indirect links a test controls. */
final class FakeTopology implements Topology {
    private final Set<SwitchPort> hostsSeen = Collections.synchronizedSet(new TreeSet<>());
    private final Set<SwitchPort> edges = new TreeSet<>();
    private volatile List<Link> links = List.of();
    private volatile TopologySnapshot snapshot = TopologySnapshot.EMPTY;

    /** Returns the ports for which {@link #hostSeen} was called. */
    Set<SwitchPort> hostsSeen() {
        return hostsSeen;
    }

    /** Adds edges. */
    synchronized FakeTopology withEdges(SwitchPort... ports) {
        edges.addAll(List.of(ports));
        change();
        return this;
    }

    /** Adds an indirect link. */
    synchronized FakeTopology withIndirectLink(SwitchPort one, SwitchPort other) {
        var more = new ArrayList<>(links);
        more.add(new Link(one, other, Link.Kind.INDIRECT));
        links = more;
        change();
        return this;
    }

    /** Makes an edge a port that returns its own frames. */
    synchronized void loop(SwitchPort port) {
        snapshot = snapshot.withLooped(port);
    }

    /** Removes edges. */
    synchronized TopologyChange without(Collection<SwitchPort> ports) {
        TopologySnapshot before = snapshot;
        edges.removeAll(ports);
        change();
        return TopologyChange.between(before, snapshot);
    }

    private void change() {
        snapshot = TopologySnapshot.of(snapshot.version() + 1, List.of(), edges, links);
    }

    @Override
    public TopologySnapshot snapshot() {
        return snapshot;
    }

    @Override
    public Optional<Duration> latency(Link link) {
        return Optional.empty();
    }

    @Override
    public void hostSeen(SwitchPort at) {
        hostsSeen.add(at);
    }

    @Override
    public void loopSuspected(SwitchPort at) {}

    @Override
    public Map<ProbeOutcome, Long> probeCounters() {
        return Map.of();
    }
}
