package net.beaconcontroller.simulator.world;

import java.time.Duration;
import net.beaconcontroller.emulator.host.EmulatedHost;

/** A broadcast reaches each host that the links permit once, and no others; and a bridge without OpenFlow once. */
final class DeliveredBroadcasts implements Expectation {
    private static final Duration TIME = Duration.ofSeconds(1);

    @Override
    public void check(World world, String when) throws InterruptedException {
        Parts parts = Parts.ofLinks(world);
        Parts possible = Parts.ofLinksAndBridge(world);
        long duplicates = world.duplicates();
        long copiesBehindBridge = world.bridge().copies();
        for (EmulatedHost from : world.hosts()) {
            long id = world.broadcast(from.name());
            world.sleep(TIME);
            for (EmulatedHost to : world.hosts()) {
                boolean isReached = to.hasSeen(id);
                if (from != to && (isReached ? !possible.areConnected(from, to) : parts.areConnected(from, to))) {
                    world.violate("%s a broadcast of %s is %s by %s"
                            .formatted(when, from.name(), isReached ? "received" : "not received", to.name()));
                }
            }
        }
        long copies = world.duplicates() - duplicates;
        if (copies > 0) {
            world.violate("%s hosts got %d copies of broadcasts".formatted(when, copies));
        }
        long again = world.bridge().copies() - copiesBehindBridge;
        if (again > 0) {
            world.violate("%s the bridge got %d broadcasts twice".formatted(when, again));
        }
    }
}
