package net.beaconcontroller.topology;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import net.beaconcontroller.api.concurrent.Time;
import org.jspecify.annotations.Nullable;

/**
 * The arrivals of probes over the links of the model, and the latencies that follow from them. Any thread may read; the
 * topology thread adds and removes links, and judges latencies.
 */
final class LinkActivities {
    private final Map<Link, LinkActivity> activities = new ConcurrentHashMap<>();
    private final Time time;
    private final LatencyCheck latencyCheck;

    LinkActivities(Duration plausibleLatency, Time time) {
        this.time = time;
        latencyCheck = new LatencyCheck(plausibleLatency, time.nanos(), () -> activities.entrySet().stream()
                .filter(entry -> entry.getKey().isDirect())
                .mapToLong(entry -> entry.getValue().latencyNanos()));
    }

    @Nullable
    LinkActivity of(Link link) {
        return activities.get(link);
    }

    Optional<Duration> latency(Link link) {
        return Optional.ofNullable(activities.get(link)).map(LinkActivity::latency);
    }

    void add(Link link, LinkActivity first) {
        activities.put(link, first);
    }

    void removed(Link link) {
        LinkActivity activity = activities.remove(link);
        if (activity != null && link.isDirect()) {
            latencyCheck.removed(link, activity.latencyNanos());
        }
    }

    /** See {@link LatencyCheck#isOutlier}. */
    boolean isOutlier(Link link, long latencyNanos, long nowNanos) {
        return latencyCheck.isOutlier(link, latencyNanos, nowNanos);
    }

    /** See {@link LinkActivity#restart}. */
    void restart(Collection<Link> links, long nowNanos) {
        links.stream().map(activities::get).filter(Objects::nonNull).forEach(activity -> activity.restart(nowNanos));
    }

    Stream<Link> indirect() {
        return activities.keySet().stream().filter(link -> !link.isDirect());
    }

    /** Returns the links of a kind over which no probe has arrived for a time. */
    Stream<Link> silent(Link.Kind kind, Duration duration) {
        long now = time.nanos();
        return activities.entrySet().stream()
                .filter(entry -> now - entry.getValue().lastReceivedNanos() > duration.toNanos())
                .map(Map.Entry::getKey)
                .filter(link -> link.kind() == kind);
    }
}
