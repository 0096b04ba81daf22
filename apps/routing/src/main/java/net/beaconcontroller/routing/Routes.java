package net.beaconcontroller.routing;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import net.beaconcontroller.topology.TopologySnapshot;

/**
 * The paths between all switches of one topology. Immutable: all results belong to the same topology and weights.
 * Thread-safe without locks.
 *
 * <p>The first query for a destination takes longer than later ones: 0.1 milliseconds in a network of a thousand
 * switches.
 */
public interface Routes {
    /** Returns the topology that contains the links of all paths. */
    TopologySnapshot topology();

    /**
     * Returns the cost of the shortest path, which is the sum of the weights of its links; 0 from a switch to itself;
     * empty if no path exists. The default engine ignores paths that cost {@link Integer#MAX_VALUE} or more.
     */
    OptionalInt cost(long fromDatapathId, long toDatapathId);

    /**
     * Returns one of the shortest paths, selected by the hash of the flow; empty if no path exists. Flows are
     * distributed evenly over all shortest paths. The path of a hash changes only if one of its links is removed, a
     * shorter path appears, or a new link takes over its share of the flows.
     *
     * @param flowHash any number; it is mixed before use
     */
    Optional<Path> path(long fromDatapathId, long toDatapathId, long flowHash);

    /**
     * Returns the k shortest loopless paths, ordered by cost; paths of equal cost are ordered by their egress ports,
     * from the first switch on. Parallel links result in different paths.
     *
     * <p>Each path takes about a millisecond in a network of a thousand switches.
     *
     * @param count the maximum number of paths, at least 1
     * @throws IllegalArgumentException if the count is less than 1
     */
    List<Path> paths(long fromDatapathId, long toDatapathId, int count);
}
