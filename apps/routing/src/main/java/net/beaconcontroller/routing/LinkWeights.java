package net.beaconcontroller.routing;

import net.beaconcontroller.topology.Link;

/**
 * The weights of links, which determine the shortest paths: an optional OSGi service. {@link #HOPS} is the default.
 *
 * <p>The engine reads all weights after each change of the topology, and when {@link RoutingEngine#weightsChanged} is
 * called. One thread at a time calls these methods while others wait, so each call should take less than a microsecond.
 */
@FunctionalInterface
public interface LinkWeights {
    /** The maximum weight of a link. */
    int MAX = 1_000_000;

    /** All links have weight 1, so that the path with the fewest hops is the shortest. */
    LinkWeights HOPS = _ -> 1;

    /**
     * Returns the weight of a link in its direction, 1 to {@link #MAX}. Other values are logged and replaced by {@link
     * #defaultWeight}: refusing them would leave the routes at an outdated topology.
     */
    int weight(Link link);

    /**
     * Returns the weight of an average link, 1 to {@link #MAX}. A hundred times this value is added to the weight of
     * each indirect link, so that paths use indirect links only if no other path exists.
     */
    default int defaultWeight() {
        return 1;
    }
}
