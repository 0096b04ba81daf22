package net.beaconcontroller.routing;

/**
 * Finds the paths that packets take from switch to switch. A service: the one with the highest service ranking is used, so
 * another bundle can put its own in place of {@link ShortestPaths}, also while the controller runs. All methods may be called
 * from any thread.
 */
public interface RoutingEngine {
    /**
     * The newest routes, at once and without a lock.
     *
     * <p>A change of the topology is told to the engine as to other listeners, in no particular order. Who has been told
     * of one, and needs routes that know of it, compares the version of {@link Routes#topology} with that of the change.
     */
    Routes routes();

    /**
     * Says that links weigh something else than before ({@link LinkWeights}). When it returns, {@link #routes} has them, of
     * the same topology.
     */
    void weightsChanged();
}
