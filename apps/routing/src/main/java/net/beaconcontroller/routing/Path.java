package net.beaconcontroller.routing;

import java.util.List;
import net.beaconcontroller.topology.Link;

/**
 * A path from one switch to another.
 *
 * @param links in the order of traversal; empty from a switch to itself
 * @param cost the sum of the weights of the links, see {@link LinkWeights}
 */
public record Path(List<Link> links, int cost) {
    public Path {
        links = List.copyOf(links);
    }

    /** Returns the number of links. */
    public int hops() {
        return links.size();
    }
}
