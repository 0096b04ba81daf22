package net.beaconcontroller.simulator.world;

import java.io.IOException;
import java.util.Set;

/**
 * Something that happens to the network of a world.
 *
 * @param afterNanos the time since the network was ready
 * @param text in words, for people
 * @param hosts the names of the hosts that it is about
 */
record Event(long afterNanos, EventKind kind, String text, Set<String> hosts, Action action) {
    /** Makes it happen. It may block. */
    @FunctionalInterface
    interface Action {
        void run(World world) throws IOException, InterruptedException;
    }

    @Override
    public String toString() {
        return text;
    }
}
