package net.beaconcontroller.simulator.world;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.beaconcontroller.emulator.datapath.EmulatedSwitch;
import net.beaconcontroller.emulator.network.Network.LinkState;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologySnapshot;

/**
 * The topology is that of the network: the connected switches, both ends of each link, the edges, and ports that return
 * what is sent to them. The ports of a bridge without OpenFlow are left open, as are those of a link that works in one
 * direction.
 */
final class KnownTopology implements Expectation {
    @Override
    public void check(World world, String when) {
        String difference = difference(world);
        if (!difference.isEmpty()) {
            world.violate("%s the topology differs: %s".formatted(when, difference));
        }
    }

    /** Returns how the topology of the controller differs from the network, in words; empty if it does not. */
    static String difference(World world) {
        TopologySnapshot known = world.routed().topology().snapshot();
        List<LinkState> links = world.network().links();
        var differences = new ArrayList<String>();
        compare(
                "switches",
                new TreeSet<>(world.network().switchNames().stream()
                        .filter(name -> world.network().query(name, EmulatedSwitch::isRunning))
                        .map(KnownTopology::datapathId)
                        .toList()),
                new TreeSet<>(
                        known.switches().stream().filter(known::isConnected).toList()),
                differences);
        var ends = new TreeSet<SwitchPort>();
        var edges = new TreeSet<SwitchPort>();
        var looped = new TreeSet<SwitchPort>();
        var open = new TreeSet<SwitchPort>();
        for (LinkState link : links) {
            NetworkSpec.End a = link.place().a();
            NetworkSpec.End b = link.place().b();
            if (world.plan().bridge().contains(a.node())) {
                open.add(port(b));
            } else if (isHost(a) && link.hasCarrier()) {
                (world.plan().loopPlug().equals(Optional.of(a.node())) ? looped : edges).add(port(b));
            } else if (!isHost(a) && link.isWhole()) {
                ends.addAll(List.of(port(a), port(b)));
            } else if (!isHost(a) && link.hasCarrier()) {
                open.addAll(List.of(port(a), port(b)));
            }
        }
        var knownEnds = new TreeSet<SwitchPort>();
        known.links().forEach(link -> knownEnds.addAll(List.of(link.from(), link.to())));
        var knownEdges = new TreeSet<SwitchPort>();
        var knownLooped = new TreeSet<SwitchPort>();
        for (long id : known.switches()) {
            known.edges(id).numbers().forEach(number -> knownEdges.add(new SwitchPort(id, number)));
            known.looped(id).numbers().forEach(number -> knownLooped.add(new SwitchPort(id, number)));
        }
        Stream.of(knownEnds, knownEdges, knownLooped)
                .forEach(ports -> ports.removeIf(at -> open.contains(at) || !known.isConnected(at.datapathId())));
        compare("ends of links", ends, knownEnds, differences);
        compare("edges", edges, knownEdges, differences);
        compare("ports with a loop", looped, knownLooped, differences);
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

    static SwitchPort port(NetworkSpec.End end) {
        return new SwitchPort(datapathId(end.node()), end.port());
    }

    private static long datapathId(String sw) {
        return Long.parseLong(sw.substring(1));
    }
}
