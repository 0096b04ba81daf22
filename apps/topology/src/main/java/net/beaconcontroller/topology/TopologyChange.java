package net.beaconcontroller.topology;

import java.util.List;

/**
 * The difference between two consecutive snapshots. Events that occur close together are combined into one change. All
 * lists are unordered.
 *
 * @param switchesAdded datapath ids; a switch that was removed and added again between the two snapshots is in both
 *     {@code switchesRemoved} and {@code switchesAdded}
 * @param switchesRemoved datapath ids of switches that are not connected and whose grace period is over
 * @param switchesDisconnected datapath ids of switches that lost their connection and stay in the topology, see
 *     {@link TopologySnapshot#isConnected}
 * @param switchesReconnected datapath ids of switches that stayed in the topology and are connected again; a switch
 *     that lost its connection and returned between the two snapshots is in both lists
 * @param edgesAdded ports that became edges, see {@link TopologySnapshot}
 * @param edgesRemoved ports that are no longer edges: the port is down or removed, its switch is removed, or a direct
 *     link was found at it
 * @param refusedAdded links that were refused as paths, see {@link TopologySnapshot#refusedLinks}
 * @param refusedRemoved links whose probes do not arrive any more, or that are not refused any more
 */
public record TopologyChange(
        TopologySnapshot before,
        TopologySnapshot after,
        List<Link> linksAdded,
        List<Link> linksRemoved,
        List<Long> switchesAdded,
        List<Long> switchesRemoved,
        List<Long> switchesDisconnected,
        List<Long> switchesReconnected,
        List<SwitchPort> edgesAdded,
        List<SwitchPort> edgesRemoved,
        List<RefusedLink> refusedAdded,
        List<RefusedLink> refusedRemoved) {

    public TopologyChange {
        linksAdded = List.copyOf(linksAdded);
        linksRemoved = List.copyOf(linksRemoved);
        switchesAdded = List.copyOf(switchesAdded);
        switchesRemoved = List.copyOf(switchesRemoved);
        switchesDisconnected = List.copyOf(switchesDisconnected);
        switchesReconnected = List.copyOf(switchesReconnected);
        edgesAdded = List.copyOf(edgesAdded);
        edgesRemoved = List.copyOf(edgesRemoved);
        refusedAdded = List.copyOf(refusedAdded);
        refusedRemoved = List.copyOf(refusedRemoved);
    }

    /**
     * Returns the change from one snapshot to another. A switch or a connection that was lost in between and is in both
     * snapshots is not in it.
     */
    public static TopologyChange between(TopologySnapshot before, TopologySnapshot after) {
        return SnapshotDiff.between(before, after);
    }
}
