package net.beaconcontroller.topology;

import java.util.List;

/**
 * What is different from one snapshot to the next. Several things that happen at about the same time are one change.
 *
 * @param linksAdded in no order, as all of these
 * @param switchesAdded datapath ids; a switch that came back before its leaving was told is among the added and the removed
 * @param edgesRemoved ports that hosts could be at, and now cannot: the port is down or gone, its switch is, or it is the end
 *     of a direct link
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
