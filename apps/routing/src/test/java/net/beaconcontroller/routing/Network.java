package net.beaconcontroller.routing;

import java.util.ArrayList;
import java.util.Collection;
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

/**
 * A network to be changed step by step, of which the topology is told. Its switches have datapath ids from 1 on. For
 * one thread.
 */
final class Network {
    private final Set<Long> switches = new TreeSet<>();
    private final Set<Link> links = new LinkedHashSet<>();
    private final Map<Long, Long> portsUsed = new HashMap<>();
    private TopologySnapshot told = TopologySnapshot.EMPTY;

    /**
     * The fat tree of Al-Fares, Loukissas and Vahdat (SIGCOMM 2008) of switches with k ports: core switches come first,
     * then of each pod those of the upper row, then those of the lower.
     */
    static Network fatTree(int k) {
        var network = new Network();
        int half = k / 2;
        for (int pod = 0; pod < k; pod++) {
            for (int upper = 0; upper < half; upper++) {
                for (int i = 0; i < half; i++) {
                    network.join(fatTreeUpper(k, pod, upper), fatTreeCore(k, upper, i));
                    network.join(fatTreeUpper(k, pod, upper), fatTreeLower(k, pod, i));
                }
            }
        }
        return network;
    }

    /** A core switch of a fat tree: they come in k/2 groups, one for each place in the upper rows, of k/2 switches. */
    static long fatTreeCore(long k, long group, long index) {
        return 1 + group * (k / 2) + index;
    }

    static long fatTreeUpper(long k, long pod, long index) {
        return 1 + k * k / 4 + pod * k + index;
    }

    static long fatTreeLower(long k, long pod, long index) {
        return fatTreeUpper(k, pod, k / 2 + index);
    }

    /** Any links between switches, some in one direction only, some over foreign switches, some twice. */
    static Network random(RandomGenerator random, int switchCount, int linkCount) {
        var network = new Network();
        for (int i = 1; i <= switchCount; i++) {
            network.add(i);
        }
        for (int i = 0; i < linkCount; i++) {
            network.joinSome(random);
        }
        return network;
    }

    Network add(long datapathId) {
        switches.add(datapathId);
        return this;
    }

    /** Adds links in both directions between ports that were not used before, and gives back the first. */
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

    /** One of the things that happen to networks. */
    void changeSomething(RandomGenerator random) {
        if (links.isEmpty()) {
            join(1, 2);
        }
        switch (random.nextInt(8)) {
            case 0 -> removeSwitch(some(random, switches));
            case 1 -> add(1 + random.nextInt(2 * switches.size() + 2));
            case 2, 3, 4 -> removeOneWay(some(random, links));
            default -> joinSome(random);
        }
    }

    private void joinSome(RandomGenerator random) {
        Long from = some(random, switches);
        Long to = some(random, switches);
        if (!from.equals(to)) {
            var kind = random.nextInt(5) == 0 ? Link.Kind.INDIRECT : Link.Kind.DIRECT;
            Link link = joinOneWay(from, to, kind);
            if (random.nextInt(4) != 0) {
                links.add(link.reversed());
            }
        }
    }

    private static <T> T some(RandomGenerator random, Set<T> set) {
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
    Network withoutParallelLinks() {
        var joined = new HashSet<List<Long>>();
        links.removeIf(
                link -> !joined.add(List.of(link.from().datapathId(), link.to().datapathId())));
        return this;
    }

    /** Puts a link back that was removed. */
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

    /** What is different from when this was last asked. */
    TopologyChange change() {
        TopologySnapshot before = told;
        told = TopologySnapshot.of(before.version() + 1, switches, List.of(), links);
        return new TopologyChange(
                before,
                told,
                without(told.links(), before.links()),
                without(before.links(), told.links()),
                without(told.switches(), before.switches()),
                without(before.switches(), told.switches()),
                List.of(),
                List.of());
    }

    private static <T> List<T> without(Collection<T> all, Collection<T> others) {
        var left = new ArrayList<T>(all);
        left.removeAll(Set.copyOf(others));
        return left;
    }
}
