package net.beaconcontroller.routing;

import net.beaconcontroller.topology.Link;

/**
 * What links weigh: a path is the shorter, the less its links weigh together. An optional service, {@link #HOPS} if
 * there is none.
 *
 * <p>The weights of all links are asked for with each change of the topology, and when {@link
 * RoutingEngine#weightsChanged} is called. By one thread at a time, on which others wait: an answer should take less
 * than a microsecond.
 */
@FunctionalInterface
public interface LinkWeights {
    /** The most that a link can weigh. */
    int MAX = 1_000_000;

    /** Each link weighs 1, so that the shortest path is the one with the fewest. */
    LinkWeights HOPS = _ -> 1;

    /**
     * What a link weighs in its direction, 1 to {@link #MAX}. Anything else counts as {@link #typical}, and is logged.
     */
    int weight(Link link);

    /**
     * What a link weighs that is nothing special, 1 to {@link #MAX}. Links over foreign switches cost a hundred times
     * this more than their weight, so that packets go through them only where there is no other way.
     */
    default int typical() {
        return 1;
    }
}
