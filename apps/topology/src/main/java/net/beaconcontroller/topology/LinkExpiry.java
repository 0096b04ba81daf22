package net.beaconcontroller.topology;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.Time;

/** The removal of links over which no probe arrives any more. Used on the topology thread. */
final class LinkExpiry {
    /**
     * The interval between probes of the ports of indirect and refused links. A switch of others does not report that
     * it has lost a link, and hosts cannot be reached until it is noticed.
     */
    static final Duration FOREIGN_INTERVAL = Duration.ofMillis(250);

    /**
     * The time without a probe after which a refused link is forgotten, and an indirect link is removed if another path
     * connects its switches.
     */
    private static final Duration FOREIGN_TIMEOUT = FOREIGN_INTERVAL.multipliedBy(4);

    /** The maximum number of ports of a switch that are probed at this interval. */
    private static final int MAX_FOREIGN_PORTS = 512;

    /** Rounds without a probe after which a link is removed; for indirect links, rounds that probe the edges. */
    private static final int TIMEOUT_ROUNDS = 6;

    private final Duration timeout;
    private final ProbedSwitches switches;
    private final LinkActivities activities;
    private final ProbeSender sender;
    private final PortSettling settling;
    private final Time time;
    private long probedForeignNanos;
    private long foreignPausedNanos;

    /** @param round the interval between two probes of a port */
    LinkExpiry(
            Duration round,
            ProbedSwitches switches,
            LinkActivities activities,
            ProbeSender sender,
            PortSettling settling,
            Time time) {
        this.time = time;
        this.probedForeignNanos = time.nanos();
        this.foreignPausedNanos = probedForeignNanos;
        this.timeout = round.multipliedBy(TIMEOUT_ROUNDS);
        this.switches = switches;
        this.activities = activities;
        this.sender = sender;
        this.settling = settling;
    }

    /** Removes the links over which no probe has arrived for several rounds. */
    void removeExpired(TopologyModel model) {
        remove(model, silent(model, Link.Kind.DIRECT, timeout));
        remove(model, silent(model, Link.Kind.INDIRECT, timeout.multipliedBy(ProbeSender.ROUNDS_PER_BROADCAST)));
    }

    /**
     * Probes the ports of indirect and refused links, and removes those links over which no probe arrives. The number
     * of ports is bounded, as a hostile switch could have many; the others are probed in the rounds only.
     */
    void probeForeign(TopologyModel model) {
        long now = time.nanos();
        if (now - probedForeignNanos > 2 * FOREIGN_INTERVAL.toNanos()) {
            // the controller was paused: no probe could arrive
            foreignPausedNanos = now;
        }
        probedForeignNanos = now;
        if (now - foreignPausedNanos > FOREIGN_TIMEOUT.toNanos()) {
            model.forgetRefused(FOREIGN_TIMEOUT, now);
            remove(model, dispensable(model, silent(model, Link.Kind.INDIRECT, FOREIGN_TIMEOUT)));
        }
        Map<Long, List<SwitchPort>> bySwitch = Stream.concat(
                        activities.indirect().map(Link::from), model.refusedPorts().stream())
                .distinct()
                .sorted()
                .collect(Collectors.groupingBy(SwitchPort::datapathId));
        bySwitch.forEach((datapathId, ofSwitch) -> {
            ProbedSwitch probed = switches.of(datapathId);
            if (probed != null) {
                Switch sw = probed.sw();
                List<Long> ports = ofSwitch.stream()
                        .map(SwitchPort::port)
                        .limit(MAX_FOREIGN_PORTS)
                        .toList();
                sw.execute(() -> sender.probeNow(sw, ports));
            }
        });
    }

    /**
     * Returns the links of a kind of which no probe was received for a time. Links of switches without a connection do
     * not expire.
     */
    private List<Link> silent(TopologyModel model, Link.Kind kind, Duration time) {
        return activities
                .silent(kind, time)
                .filter(link -> link.ends().stream().allMatch(end -> model.isConnected(end.datapathId())))
                .toList();
    }

    /** Returns those links without which, in both directions, their switches are still connected. */
    private static List<Link> dispensable(TopologyModel model, List<Link> links) {
        if (links.isEmpty()) {
            return links;
        }
        Set<Link> left = new HashSet<>(model.snapshot().links());
        for (Link link : links) {
            left.remove(link);
            // Its probes, which arrive at other times, end as well.
            left.remove(link.reversed());
        }
        var components = new DisjointSets<Long>(Comparator.naturalOrder());
        left.forEach(
                link -> components.union(link.from().datapathId(), link.to().datapathId()));
        components.flatten();
        return links.stream()
                .filter(link -> components
                        .representative(link.from().datapathId())
                        .equals(components.representative(link.to().datapathId())))
                .toList();
    }

    private void remove(TopologyModel model, List<Link> expired) {
        expired.forEach(link -> settling.begin(model, model.removeLink(link)));
        if (!expired.isEmpty()) {
            LinkDiscovery.LOG.log(
                    Level.WARNING,
                    "links removed, no probe received: %s%s"
                            .formatted(
                                    expired.getFirst(),
                                    expired.size() == 1 ? "" : " and %d others".formatted(expired.size() - 1)));
        }
    }
}
