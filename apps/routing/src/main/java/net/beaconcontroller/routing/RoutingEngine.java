package net.beaconcontroller.routing;

import net.beaconcontroller.topology.TopologySnapshot;

/**
 * Finds the paths that packets take from switch to switch. A service: the one with the highest service ranking is used,
 * so another bundle can put its own in place of {@link ShortestPaths}, also while the controller runs. All methods may
 * be called from any thread.
 */
public interface RoutingEngine {
    /** The newest routes, at once and without a lock. */
    Routes routes();

    /**
     * Routes that know of this topology, or of a later one. A change of the topology is told to the engine as to other
     * listeners, in no particular order; where it was not told of this one yet, it takes it up now.
     */
    Routes routes(TopologySnapshot topology);

    /**
     * Says that links weigh something else than before ({@link LinkWeights}). When it returns, {@link #routes} has
     * them, of the same topology.
     */
    void weightsChanged();
}
