package net.beaconcontroller.topology;

/**
 * A listener to changes of the topology. An OSGi component that implements this interface is registered while it is
 * active.
 */
public interface TopologyListener {
    /**
     * Handles a change. Called on the topology's thread, once for each change, in order. The first call follows
     * registration and reports everything that exists as added. The method should return quickly, because it delays the
     * other listeners and the next snapshot.
     *
     * <p>An exception is logged; the other listeners are still called.
     */
    void topologyChanged(TopologyChange change);
}
