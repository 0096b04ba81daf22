package net.beaconcontroller.topology;

/** Hears how the topology changes. A component that implements it is told as long as it runs, without asking for it. */
public interface TopologyListener {
    /**
     * The topology has changed. Called on the topology's own thread, for each change in its order; for the first time when
     * the listener joins, with everything that is there as added. It should not take long: others wait.
     *
     * <p>An exception is logged, and the others are told nevertheless.
     */
    void topologyChanged(TopologyChange change);
}
