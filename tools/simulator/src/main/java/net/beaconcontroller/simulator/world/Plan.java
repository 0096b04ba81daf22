package net.beaconcontroller.simulator.world;

import java.util.List;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.openflow.Version;

/**
 * What a seed stands for: a network, and what happens to it.
 *
 * @param spares the ends of links that have no carrier at the beginning
 * @param events in the order of their times
 */
record Plan(NetworkSpec layout, Version version, List<NetworkSpec.End> spares, List<Event> events) {
    Plan {
        spares = List.copyOf(spares);
        events = List.copyOf(events);
    }
}
