package net.beaconcontroller.topology;

import java.util.List;

/**
 * The difference between two consecutive snapshots. Events that occur close together are combined into one change. All
 * lists are unordered.
 *
 * @param switchesAdded datapath ids; a switch that disconnected and reconnected between the two snapshots is in both
 *     {@code switchesRemoved} and {@code switchesAdded}
 * @param edgesAdded ports that became edges, see {@link TopologySnapshot}
 * @param edgesRemoved ports that are no longer edges: the port is down or removed, its switch is disconnected, or a
 *     direct link was found at it
 */
public record TopologyChange(
        TopologySnapshot before,
        TopologySnapshot after,
        List<Link> linksAdded,
        List<Link> linksRemoved,
        List<Long> switchesAdded,
        List<Long> switchesRemoved,
        List<SwitchPort> edgesAdded,
        List<SwitchPort> edgesRemoved) {

    public TopologyChange {
        linksAdded = List.copyOf(linksAdded);
        linksRemoved = List.copyOf(linksRemoved);
        switchesAdded = List.copyOf(switchesAdded);
        switchesRemoved = List.copyOf(switchesRemoved);
        edgesAdded = List.copyOf(edgesAdded);
        edgesRemoved = List.copyOf(edgesRemoved);
    }
}
