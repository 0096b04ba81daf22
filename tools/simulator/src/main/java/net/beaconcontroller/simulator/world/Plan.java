package net.beaconcontroller.simulator.world;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.openflow.Version;

/**
 * What a seed stands for: a network, and what happens to it.
 *
 * @param hosts the names of the hosts that communicate
 * @param time how long the network is watched at least
 * @param isSilent whether hosts send no pings while events happen
 * @param loopPlug the node of the layout that returns each frame, if it has one
 * @param unusable the node of the layout at a port to which its switch refuses to send, if there is one
 * @param bridge the nodes of the layout that are the ports of a bridge without OpenFlow
 * @param isJoined whether the bridge is joined at the beginning
 * @param spares the ends of links that have no carrier at the beginning
 * @param events in the order of their times
 */
record Plan(
        NetworkSpec layout,
        Version version,
        List<String> hosts,
        Duration time,
        boolean isSilent,
        Optional<String> loopPlug,
        Optional<String> unusable,
        List<String> bridge,
        boolean isJoined,
        List<NetworkSpec.End> spares,
        List<Event> events) {
    Plan {
        hosts = List.copyOf(hosts);
        bridge = List.copyOf(bridge);
        spares = List.copyOf(spares);
        events = List.copyOf(events);
    }

    /** Returns whether no event changes the paths between hosts, or the program that computes them. */
    boolean isCalm() {
        return !changesPaths() && events.stream().noneMatch(event -> event.kind() == EventKind.ROUTING_IS_REPLACED);
    }

    /** Returns whether an event changes the paths between hosts that it is not about. */
    boolean changesPaths() {
        return events.stream().anyMatch(event -> event.kind().changesPaths());
    }

    /** Returns whether a host is where it was at the beginning, with its address, as far as the events tell. */
    boolean isUntouched(String host) {
        return events.stream()
                .noneMatch(event -> event.kind() == EventKind.SWITCH_IS_REPLACED
                        || event.hosts().contains(host));
    }
}
