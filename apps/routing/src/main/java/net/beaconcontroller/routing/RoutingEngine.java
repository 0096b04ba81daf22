package net.beaconcontroller.routing;

import net.beaconcontroller.topology.TopologySnapshot;

/**
 * The computation of paths: an OSGi service. The engine with the highest service ranking is used, so a bundle can
 * replace {@link ShortestPaths} while the controller runs. All methods may be called from any thread.
 */
public interface RoutingEngine {
    /** Returns the current routes. Does not block. */
    Routes routes();

    /**
     * Returns routes of this topology or of a later one. Topology listeners are called in no particular order, so the
     * engine may not know this topology yet; in that case it computes the routes now.
     */
    Routes routes(TopologySnapshot topology);

    /**
     * Reads all {@link LinkWeights} again. On return, {@link #routes()} reflects the new weights, for the same
     * topology.
     */
    void weightsChanged();
}
