package net.beaconcontroller.topology;

import java.lang.System.Logger.Level;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.api.concurrent.Time;

/**
 * The decision whether a new link is added to the model, or refused because hosts may have made it up. Used on the
 * topology thread.
 */
final class LinkAdmission {
    private final Timing timing;
    private final ProbedSwitches switches;
    private final LinkActivities activities;
    private final ProbeSender sender;
    private final EnumCounters<ProbeOutcome> outcomes;
    private final Time time;
    private final RateLimitedLog refusals;
    private long lastConnectedNanos;

    LinkAdmission(
            Timing timing,
            ProbedSwitches switches,
            LinkActivities activities,
            ProbeSender sender,
            EnumCounters<ProbeOutcome> outcomes,
            Threads threads) {
        this.time = threads.time();
        this.refusals = new RateLimitedLog(LinkDiscovery.LOG, 1, threads);
        this.lastConnectedNanos = time.nanos();
        this.timing = timing;
        this.switches = switches;
        this.activities = activities;
        this.sender = sender;
        this.outcomes = outcomes;
    }

    void switchConnected(long nowNanos) {
        lastConnectedNanos = nowNanos;
    }

    /**
     * Adds or refuses a link whose first probe has arrived.
     *
     * @param sentNanos when the probe was sent
     */
    void admit(TopologyModel model, Link link, LinkActivity first, long sentNanos) {
        if (!model.isUp(link.from()) || !model.isUp(link.to())) {
            // a port went down after the probe was sent
            return;
        }
        long now = time.nanos();
        ProbeOutcome outcome = isRelayed(model, link, first, now) ? ProbeOutcome.SLOW : model.addLink(link, now);
        if (outcome != ProbeOutcome.ACCEPTED) {
            outcomes.increment(outcome);
            if (model.refuse(link, outcome, now)) {
                logRefusal(model, link, first, outcome);
            }
            return;
        }
        accept(link, sentNanos);
        if (model.hasLink(link)) {
            activities.add(link, first);
            if (!model.hasLink(link.reversed())) {
                probeReverse(link);
            }
        }
    }

    /** Counts a probe. Indirect probes do not count as delayed, because hosts can delay them. Called by any thread. */
    void accept(Link link, long sentNanos) {
        outcomes.increment(ProbeOutcome.ACCEPTED);
        if (link.isDirect()) {
            switches.probeDelayed(link, time.nanos() - sentNanos, timing.round().toNanos());
        }
    }

    /** Probes the link in the opposite direction, whose earlier probe may have arrived before this switch connected. */
    private void probeReverse(Link link) {
        ProbedSwitch probed = switches.of(link.to().datapathId());
        if (probed != null) {
            Switch sw = probed.sw();
            sw.execute(() -> sender.probe(sw, link.to().port(), !link.isDirect()));
        }
    }

    /**
     * Returns whether the latency shows that hosts relay the probes of a new direct link. It is not judged while
     * switches connect, or other probes of both switches are delayed as much, because the controller then reads probes
     * late.
     */
    private boolean isRelayed(TopologyModel model, Link link, LinkActivity first, long now) {
        return link.isDirect()
                && !model.hasLink(link)
                && now - lastConnectedNanos > timing.confirmation().toNanos()
                && first.latencyNanos()
                        > Math.min(
                                switches.maxDelayNanos(link.from().datapathId()),
                                switches.maxDelayNanos(link.to().datapathId()))
                && activities.isOutlier(link, first.latencyNanos(), now);
    }

    private void logRefusal(TopologyModel model, Link link, LinkActivity first, ProbeOutcome outcome) {
        String reason =
                switch (outcome) {
                    case PROVEN_EDGE ->
                        "a host is attached to port %s; if it is now a link between switches, set this port down and up"
                                .formatted(model.isProvenEdge(link.from(), time.nanos()) ? link.from() : link.to());
                    case SECOND_PEER ->
                        "one of the ports has a link to another port; if the cable has been moved, the new link is"
                                + " accepted when the old one has expired";
                    case SLOW ->
                        "its latency of %.1f ms is an outlier, hosts may relay the probes; if it is a cable, set"
                                        .formatted(first.latencyNanos() / 1e6)
                                + " app.topology.plausible-latency to a larger value";
                    case TOO_MANY -> "one of the ports has %d indirect links".formatted(TopologyModel.MAX_INDIRECT);
                    default -> outcome.toString();
                };
        refusals.log(Level.WARNING, "link %s refused: %s".formatted(link, reason));
    }
}
