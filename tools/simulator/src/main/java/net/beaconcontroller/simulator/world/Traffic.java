package net.beaconcontroller.simulator.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.emulator.host.EmulatedHost;

/** Pings between pairs of hosts, one a second each, while events happen. */
final class Traffic {
    private static final long PERIOD_NANOS = Duration.ofSeconds(1).toNanos();
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    /** A host, and the address that it pings. */
    private record Pair(EmulatedHost from, EmulatedHost to, long address) {}

    private final World world;
    private final List<Pair> pairs = new ArrayList<>();
    private final Plan plan;
    private final List<String> lost = new ArrayList<>();
    private long next;

    Traffic(World world, Plan plan) {
        this.world = world;
        this.plan = plan;
        List<EmulatedHost> hosts = plan.isSilent() ? List.of() : world.hosts();
        for (int i = 0; i < hosts.size(); i++) {
            EmulatedHost to = hosts.get((i + 1) % hosts.size());
            pairs.add(new Pair(hosts.get(i), to, to.address().orElse(0)));
        }
        next = world.scheduler().nowNanos();
    }

    /** Sends pings until a time. */
    void continueUntil(long nanos) throws InterruptedException {
        while (next < nanos) {
            sleepUntil(next);
            pairs.forEach(this::ping);
            next += PERIOD_NANOS;
        }
        sleepUntil(nanos);
    }

    private void sleepUntil(long nanos) throws InterruptedException {
        long now = world.scheduler().nowNanos();
        if (nanos > now) {
            world.sleep(Duration.ofNanos(nanos - now));
        }
    }

    private void ping(Pair pair) {
        long sent = world.scheduler().nowNanos();
        var _ = pair.from.ping(pair.address, TIMEOUT).whenComplete((_, failure) -> {
            if (failure != null) {
                String text = "ping of %s to %s, sent at %.3f s, has no answer"
                        .formatted(pair.from.name(), pair.to.name(), sent / 1e9);
                world.timeline().add(text);
                if (isUntouched(pair)) {
                    lost.add(text);
                }
            }
        });
    }

    /** Returns whether no event is about one of the hosts, or about the paths of others. */
    private boolean isUntouched(Pair pair) {
        return !plan.changesPaths() && plan.isUntouched(pair.from.name()) && plan.isUntouched(pair.to.name());
    }

    /** Established pairs that no event touches lose nothing. */
    void check() {
        if (!lost.isEmpty()) {
            world.violate("%d pings between hosts that no event touched have no answer: %s"
                    .formatted(lost.size(), lost.getFirst()));
        }
    }
}
