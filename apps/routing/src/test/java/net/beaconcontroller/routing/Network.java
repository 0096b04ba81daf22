package net.beaconcontroller.routing;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologyChange;
import net.beaconcontroller.topology.TopologySnapshot;

/** A mutable network of switches and links that yields topology changes. Datapath ids begin with 1. Not thread-safe. */
final class Network {
    private final Set<Long> switches = new TreeSet<>();
    private final Set<Link> links = new LinkedHashSet<>();
    private final Map<Long, Long> portsUsed = new HashMap<>();
    private TopologySnapshot snapshot = TopologySnapshot.EMPTY;

    /**
     * Returns the fat tree of Al-Fares, Loukissas and Vahdat (SIGCOMM 2008) of switches with k ports. The datapath ids
     * of the core switches come first, then those of each pod: aggregation switches, then edge switches.
     */
    static Network fatTree(int k) {
        var network = new Network();
        int half = k / 2;
        for (int pod = 0; pod < k; pod++) {
            for (int aggregation = 0; aggregation < half; aggregation++) {
                for (int i = 0; i < half; i++) {
                    network.join(fatTreeAggregation(k, pod, aggregation), fatTreeCore(k, aggregation, i));
                    network.join(fatTreeAggregation(k, pod, aggregation), fatTreeEdge(k, pod, i));
                }
            }
        }
        return network;
    }

    /**
     * Returns the datapath id of a core switch. Group i of k/2 switches is connected to aggregation switch i of each
     * pod.
     */
    static long fatTreeCore(long k, long group, long index) {
        return 1 + group * (k / 2) + index;
    }

    static long fatTreeAggregation(long k, long pod, long index) {
        return 1 + k * k / 4 + pod * k + index;
    }

    static long fatTreeEdge(long k, long pod, long index) {
        return fatTreeAggregation(k, pod, k / 2 + index);
    }

    /** Returns a network with random links, some of them unidirectional, indirect or parallel. */
    static Network random(RandomGenerator random, int switchCount, int linkCount) {
        var network = new Network();
        for (int i = 1; i <= switchCount; i++) {
            network.add(i);
        }
        for (int i = 0; i < linkCount; i++) {
            network.joinRandomly(random);
        }
        return network;
    }

    Network add(long datapathId) {
        switches.add(datapathId);
        return this;
    }

    /** Adds links in both directions between unused ports. Returns the first. */
    Link join(long from, long to) {
        Link link = joinOneWay(from, to, Link.Kind.DIRECT);
        links.add(link.reversed());
        return link;
    }

    Link joinOneWay(long from, long to, Link.Kind kind) {
        switches.addAll(List.of(from, to));
        var link = new Link(newPort(from), newPort(to), kind);
        links.add(link);
        return link;
    }

    private SwitchPort newPort(long datapathId) {
        return new SwitchPort(datapathId, portsUsed.merge(datapathId, 1L, Long::sum));
    }

    /** Adds or removes a random link or switch. */
    void changeRandomly(RandomGenerator random) {
        if (links.isEmpty()) {
            join(1, 2);
        }
        switch (random.nextInt(8)) {
            case 0 -> removeSwitch(randomElement(random, switches));
            case 1 -> add(1 + random.nextInt(2 * switches.size() + 2));
            case 2, 3, 4 -> removeOneWay(randomElement(random, links));
            default -> joinRandomly(random);
        }
    }

    private void joinRandomly(RandomGenerator random) {
        Long from = randomElement(random, switches);
        Long to = randomElement(random, switches);
        if (!from.equals(to)) {
            var kind = random.nextInt(5) == 0 ? Link.Kind.INDIRECT : Link.Kind.DIRECT;
            Link link = joinOneWay(from, to, kind);
            if (random.nextInt(4) != 0) {
                links.add(link.reversed());
            }
        }
    }

    private static <T> T randomElement(RandomGenerator random, Set<T> set) {
        return List.copyOf(set).get(random.nextInt(set.size()));
    }

    Network removeOneWay(Link link) {
        links.remove(link);
        return this;
    }

    Network remove(Link link) {
        return removeOneWay(link).removeOneWay(link.reversed());
    }

    /** Leaves one link in each direction between any two switches. */
    Network removeParallelLinks() {
        var joined = new HashSet<List<Long>>();
        links.removeIf(
                link -> !joined.add(List.of(link.from().datapathId(), link.to().datapathId())));
        return this;
    }

    /** Adds a removed link again, in both directions. */
    Network restore(Link link) {
        links.addAll(List.of(link, link.reversed()));
        return this;
    }

    Network removeSwitch(long datapathId) {
        switches.remove(datapathId);
        links.removeIf(
                link -> link.from().datapathId() == datapathId || link.to().datapathId() == datapathId);
        return this;
    }

    /** Returns the change since the last call. */
    TopologyChange change() {
        TopologySnapshot before = snapshot;
        snapshot = TopologySnapshot.of(before.version() + 1, switches, List.of(), links);
        return TopologyChange.between(before, snapshot);
    }
}
