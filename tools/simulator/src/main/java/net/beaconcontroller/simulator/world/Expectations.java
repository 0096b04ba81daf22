package net.beaconcontroller.simulator.world;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.beaconcontroller.emulator.datapath.EmulatedSwitch;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.network.Network.LinkState;
import net.beaconcontroller.emulator.network.PingReport;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologySnapshot;

/** What must hold when a network has had time: compares what the controller knows and does with the links. */
final class Expectations {
    /** Exceeds the address resolution timeout of a host, which drops the packets that wait for the last request. */
    private static final Duration PING_TIMEOUT = Duration.ofMillis(3_500);

    private static final Duration BROADCAST_TIME = Duration.ofSeconds(1);

    private final World world;

    Expectations(World world) {
        this.world = world;
    }

    /** Checks everything. */
    void check(String when) throws InterruptedException {
        String difference = topologyDifference();
        if (!difference.isEmpty()) {
            world.violate("%s the topology differs: %s".formatted(when, difference));
        }
        checkPings(when);
        checkBroadcasts(when);
        long failures = world.routed().controller().listenerFailures();
        if (failures > 0) {
            world.violate("%s listeners have failed %d times".formatted(when, failures));
        }
    }

    /** Returns how the topology of the controller differs from the network, in words; empty if it does not. */
    String topologyDifference() {
        TopologySnapshot known = world.routed().topology().snapshot();
        List<LinkState> links = world.network().links();
        var differences = new ArrayList<String>();
        compare(
                "switches",
                new TreeSet<>(world.network().switchNames().stream()
                        .filter(name -> world.network().query(name, EmulatedSwitch::isRunning))
                        .map(Expectations::datapathId)
                        .toList()),
                new TreeSet<>(
                        known.switches().stream().filter(known::isConnected).toList()),
                differences);
        var ends = new TreeSet<SwitchPort>();
        var edges = new TreeSet<SwitchPort>();
        for (LinkState link : links) {
            NetworkSpec.End a = link.place().a();
            NetworkSpec.End b = link.place().b();
            if (isHost(a) || isHost(b)) {
                if (link.hasCarrier()) {
                    edges.add(port(isHost(a) ? b : a));
                }
            } else if (link.isWhole()) {
                ends.add(port(a));
                ends.add(port(b));
            }
        }
        var knownEnds = new TreeSet<SwitchPort>();
        known.links().forEach(link -> {
            if (known.isConnected(link.from().datapathId())
                    && known.isConnected(link.to().datapathId())) {
                knownEnds.add(link.from());
                knownEnds.add(link.to());
            }
        });
        compare("ends of links", ends, knownEnds, differences);
        var knownEdges = new TreeSet<SwitchPort>();
        known.switches().stream()
                .filter(known::isConnected)
                .forEach(id -> known.edges(id).numbers().forEach(number -> knownEdges.add(new SwitchPort(id, number))));
        // The ends of a link that works in one direction are neither.
        links.stream().filter(link -> link.hasCarrier() && !link.isWhole()).forEach(link -> {
            knownEdges.remove(port(link.place().a()));
            knownEdges.remove(port(link.place().b()));
        });
        compare("edges", edges, knownEdges, differences);
        return String.join("; ", differences);
    }

    private static <T> void compare(String what, Set<T> expected, Set<T> known, List<String> differences) {
        var missing = new TreeSet<>(expected);
        missing.removeAll(known);
        var wrong = new TreeSet<>(known);
        wrong.removeAll(expected);
        if (!missing.isEmpty()) {
            differences.add("unknown %s: %s".formatted(what, missing));
        }
        if (!wrong.isEmpty()) {
            differences.add("%s that are none: %s".formatted(what, wrong));
        }
    }

    private static boolean isHost(NetworkSpec.End end) {
        return end.port() == 0;
    }

    private static SwitchPort port(NetworkSpec.End end) {
        return new SwitchPort(datapathId(end.node()), end.port());
    }

    private static long datapathId(String sw) {
        return Long.parseLong(sw.substring(1));
    }

    /** Checks that each host reaches those that the links permit, once, and no others. */
    private void checkPings(String when) {
        Parts parts = parts();
        List<EmulatedHost> hosts = world.network().hosts();
        var unreachable = new TreeSet<String>();
        for (EmulatedHost from : hosts) {
            for (EmulatedHost to : hosts) {
                if (from != to && !parts.areConnected(from, to)) {
                    unreachable.add(from.name() + "->" + to.name());
                }
            }
        }
        PingReport report = world.network().pingAll(PING_TIMEOUT);
        var lost = new TreeSet<>(
                report.lost().stream().map(PingReport.Pair::toString).toList());
        if (!lost.equals(unreachable)) {
            var different = new ArrayList<String>();
            compare("lost pings", unreachable, lost, different);
            world.violate("%s pings differ: %s; %s"
                    .formatted(
                            when,
                            String.join("; ", different),
                            world.routed().forwarder().counters()));
        }
        if (!report.duplicated().isEmpty()) {
            world.violate("%s pings arrived twice: %s".formatted(when, report.duplicated()));
        }
    }

    private void checkBroadcasts(String when) throws InterruptedException {
        Parts parts = parts();
        List<EmulatedHost> hosts = world.network().hosts();
        long before = world.network().counters().duplicates();
        for (EmulatedHost from : hosts) {
            long id = world.broadcast(from.name());
            world.sleep(BROADCAST_TIME);
            for (EmulatedHost to : hosts) {
                boolean isReached = to.hasSeen(id);
                if (from != to && isReached != parts.areConnected(from, to)) {
                    world.violate("%s a broadcast of %s is %s by %s"
                            .formatted(when, from.name(), isReached ? "received" : "not received", to.name()));
                }
            }
        }
        long after = world.network().counters().duplicates();
        if (after != before) {
            world.violate("%s hosts got %d copies of broadcasts".formatted(when, after - before));
        }
    }

    /** The connected parts of the network: a number for each node. */
    private record Parts(Map<String, Integer> numbers) {
        boolean areConnected(EmulatedHost one, EmulatedHost other) {
            return Objects.equals(numbers.get(one.name()), numbers.get(other.name()));
        }
    }

    private Parts parts() {
        var neighbours = new TreeMap<String, Set<String>>();
        for (LinkState link : world.network().links()) {
            String one = link.place().a().node();
            String other = link.place().b().node();
            Set<String> ofOne = neighbours.computeIfAbsent(one, _ -> new TreeSet<>());
            Set<String> ofOther = neighbours.computeIfAbsent(other, _ -> new TreeSet<>());
            if (link.isWhole()) {
                ofOne.add(other);
                ofOther.add(one);
            }
        }
        var parts = new TreeMap<String, Integer>();
        for (String node : neighbours.keySet()) {
            if (!parts.containsKey(node)) {
                int part = parts.size();
                var next = new ArrayDeque<>(List.of(node));
                while (!next.isEmpty()) {
                    String reached = next.poll();
                    if (parts.putIfAbsent(reached, part) == null) {
                        next.addAll(neighbours.getOrDefault(reached, Set.of()));
                    }
                }
            }
        }
        return new Parts(parts);
    }
}
