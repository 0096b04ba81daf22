package net.beaconcontroller.routing;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import net.beaconcontroller.topology.TopologySnapshot;

/**
 * The paths between all switches of one topology. Its answers never change, so those that belong together are asked of
 * one and the same. Safe for use by several threads, of which none waits for another.
 *
 * <p>The first question about a destination takes longer than those after it: 0.1 milliseconds, in a network of a
 * thousand switches.
 */
public interface Routes {
    /** The topology that all answers are of; each of their links is in it. */
    TopologySnapshot topology();

    /**
     * What the shortest path costs: what its links weigh together, 0 from a switch to itself; empty if there is none.
     * With the engine that comes along a path that would cost {@link Integer#MAX_VALUE} or more counts as none.
     */
    OptionalInt cost(long fromDatapathId, long toDatapathId);

    /**
     * A shortest path; empty if there is none. Flows are spread over all shortest paths by their hash. The same hash
     * gets the same path as long as all links of it are there and no shorter path comes, though links may be added
     * beside it that take their share of flows.
     *
     * @param flowHash of the fields that make packets a flow; any number, as each is mixed thoroughly
     */
    Optional<Path> path(long fromDatapathId, long toDatapathId, long flowHash);

    /**
     * The shortest paths that meet no switch twice, the shortest first. Those of the same cost are ordered by the ports
     * that they leave the switches by, from the first switch on. Two links that join the same switches make two paths.
     *
     * <p>Each path takes a millisecond, in a network of a thousand switches.
     *
     * @param count how many at most, from 1 on; there may be less
     * @throws IllegalArgumentException if the count is below 1
     */
    List<Path> paths(long fromDatapathId, long toDatapathId, int count);
}
