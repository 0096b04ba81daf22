package net.beaconcontroller.simulator.world;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import net.beaconcontroller.emulator.host.EmulatedHost;

/**
 * Each host reaches the hosts that the links permit, by its first request, and no others. Whether hosts reach each
 * other that only a bridge without OpenFlow connects is left open.
 */
final class AnsweredPings implements Expectation {
    /** Less than the time after which a host repeats an ARP request that has no reply. */
    private static final Duration TIMEOUT = Duration.ofMillis(900);

    private static final Duration PAUSE = Duration.ofMillis(100);

    private record Pair(EmulatedHost from, EmulatedHost to) {
        @Override
        public String toString() {
            return from.name() + "->" + to.name();
        }
    }

    @Override
    public void check(World world, String when) throws InterruptedException {
        Parts parts = Parts.ofLinks(world);
        Parts possible = Parts.ofLinksAndBridge(world);
        long duplicates = world.duplicates();
        var lost = new LinkedHashSet<Pair>();
        var answered = new LinkedHashSet<Pair>();
        for (EmulatedHost from : world.hosts()) {
            for (EmulatedHost to : world.hosts()) {
                if (from != to) {
                    var pair = new Pair(from, to);
                    var _ = from.ping(to.address().orElseThrow(), TIMEOUT)
                            .whenComplete((_, failure) -> (failure == null ? answered : lost).add(pair));
                }
            }
            world.sleep(TIMEOUT.plus(PAUSE));
        }
        lost.removeIf(pair -> !parts.areConnected(pair.from, pair.to));
        answered.removeIf(pair -> possible.areConnected(pair.from, pair.to));
        report(world, "%s pings have no answer: %s".formatted(when, lost), lost);
        report(world, "%s hosts without a path answer pings: %s".formatted(when, answered), answered);
        long copies = world.duplicates() - duplicates;
        if (copies > 0) {
            world.violate("%s %d pings arrived twice".formatted(when, copies));
        }
    }

    private static void report(World world, String text, Set<Pair> pairs) {
        if (!pairs.isEmpty()) {
            world.violate(text + "; " + world.routed().forwarder().counters());
        }
    }
}
