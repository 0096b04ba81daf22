package net.beaconcontroller.simulator.world;

/** Something that must hold when a network has had time. */
@FunctionalInterface
interface Expectation {
    /**
     * Checks it, and reports what does not hold to {@link World#violate}.
     *
     * @param when the beginning of the reported sentences
     */
    void check(World world, String when) throws InterruptedException;
}
