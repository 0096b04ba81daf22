package net.beaconcontroller.topology;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is known of one switch. One snapshot and the next share those at which nothing has changed.
 *
 * @param between the ports that direct links begin or end at
 * @param links that begin at it, ordered by their ports
 * @param foreignLinks those of them that are
 * @param neighbours other switches that links join it with, in whatever direction
 */
record SwitchTopology(
        PortSet edges, PortSet between, List<Link> links, List<Link> foreignLinks, List<Long> neighbours) {
    static final SwitchTopology UNKNOWN = of(0, Set.of(), Set.of());

    /**
     * Puts a switch together.
     *
     * @param edges as far as no direct link is there
     * @param links that begin or end at it
     */
    static SwitchTopology of(long datapathId, Collection<Long> edges, Collection<Link> links) {
        var between = new TreeSet<Long>();
        var neighbours = new TreeSet<Long>();
        for (Link link : links) {
            for (SwitchPort end : List.of(link.from(), link.to())) {
                if (end.datapathId() != datapathId) {
                    neighbours.add(end.datapathId());
                } else if (link.kind() == Link.Kind.DIRECT) {
                    between.add(end.port());
                }
            }
        }
        List<Link> from = links.stream()
                .filter(link -> link.from().datapathId() == datapathId)
                .distinct()
                .sorted(Link.ORDER)
                .toList();
        return new SwitchTopology(
                new PortSet(
                        edges.stream().filter(port -> !between.contains(port)).toList()),
                new PortSet(between),
                from,
                from.stream().filter(link -> link.kind() == Link.Kind.FOREIGN).toList(),
                List.copyOf(neighbours));
    }
}
