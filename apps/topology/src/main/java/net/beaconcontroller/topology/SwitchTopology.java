package net.beaconcontroller.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The part of the topology at one switch. Consecutive snapshots share the instances of switches that did not change.
 *
 * @param isConnected whether the switch has a connection to the controller
 * @param infrastructure the ports at which direct links begin or end
 * @param links the links that begin at the switch and exist in both directions, ordered by port
 * @param indirectLinks the indirect links that begin at the switch, also those in one direction
 * @param neighbours the other switches that have links from and to this switch
 * @param refused the links that end at the switch and are not used as paths
 */
record SwitchTopology(
        boolean isConnected,
        PortSet edges,
        PortSet infrastructure,
        List<Link> links,
        List<Link> indirectLinks,
        List<Long> neighbours,
        List<RefusedLink> refused) {
    static final SwitchTopology UNKNOWN = of(0, false, Set.of(), Set.of(), _ -> true, List.of());

    /**
     * Builds the part of one switch.
     *
     * @param edges the settled ports; those at which a direct link begins or ends are not edges
     * @param links the links that begin or end at the switch
     * @param isUsable selects the links on which packets can be forwarded
     * @param refused the links that end at the switch and are not used as paths
     */
    static SwitchTopology of(
            long datapathId,
            boolean isConnected,
            Collection<Long> edges,
            Collection<Link> links,
            Predicate<Link> isUsable,
            List<RefusedLink> refused) {
        var infrastructure = new TreeSet<Long>();
        var neighbours = new TreeSet<Long>();
        for (Link link : links) {
            for (SwitchPort end : link.ends()) {
                if (end.datapathId() == datapathId && link.isDirect()) {
                    infrastructure.add(end.port());
                } else if (end.datapathId() != datapathId && isUsable.test(link)) {
                    neighbours.add(end.datapathId());
                }
            }
        }
        List<Link> from = links.stream()
                .filter(link -> link.from().datapathId() == datapathId)
                .distinct()
                .sorted(Link.ORDER)
                .toList();
        return new SwitchTopology(
                isConnected,
                new PortSet(edges.stream()
                        .filter(port -> !infrastructure.contains(port))
                        .toList()),
                new PortSet(infrastructure),
                from.stream().filter(isUsable).toList(),
                from.stream().filter(link -> !link.isDirect()).toList(),
                List.copyOf(neighbours),
                refused);
    }

    /** Returns the ports that return their own frames. */
    PortSet looped() {
        List<Long> ports = refused.stream()
                .filter(RefusedLink::isLoop)
                .map(loop -> loop.link().from().port())
                .toList();
        return ports.isEmpty() ? PortSet.NONE : new PortSet(ports);
    }

    SwitchTopology withLooped(SwitchPort port) {
        var left = new PortSet(
                edges.numbers().stream().filter(edge -> edge != port.port()).toList());
        var more = new ArrayList<>(refused);
        more.add(RefusedLink.loop(port, Link.Kind.DIRECT));
        return new SwitchTopology(isConnected, left, infrastructure, links, indirectLinks, neighbours, more);
    }

    SwitchTopology withConnected(boolean connected) {
        return new SwitchTopology(connected, edges, infrastructure, links, indirectLinks, neighbours, refused);
    }
}
