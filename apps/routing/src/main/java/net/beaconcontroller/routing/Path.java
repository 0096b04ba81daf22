package net.beaconcontroller.routing;

import java.util.List;
import net.beaconcontroller.topology.Link;

/**
 * A way from one switch to another.
 *
 * @param links in the order that a packet takes them; none where both are the same switch
 * @param cost what its links weigh together, see {@link LinkWeights}
 */
public record Path(List<Link> links, int cost) {
    public Path {
        links = List.copyOf(links);
    }

    /** How many links it has. */
    public int hops() {
        return links.size();
    }
}
