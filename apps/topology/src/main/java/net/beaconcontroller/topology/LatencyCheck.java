package net.beaconcontroller.topology;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Decides whether a new direct link is slow enough to be a relay: hosts that forward probes to each other are slower
 * than a cable. The rule is that of TopoGuard+ (Skowyra et al., Effective Topology Tampering Attacks and Defenses in
 * Software-Defined Networks, DSN 2018): a latency is an outlier above the upper quartile of the known links plus three
 * times the interquartile range.
 *
 * <p>A link that was accepted before is not an outlier while it is not slower than then. Used by one thread.
 *
 * <p>The first 5 ms are plausible for any link; networks with slow cables set {@code app.topology.plausible-latency}. A
 * latency is not judged within ten seconds after a switch has connected, nor if probes of other links of both switches
 * took as long recently, because a busy controller reads probes late. One fast probe suffices for the link to be
 * accepted. Rejected: a lower bound, which would find faster relays, but also refuse cables.
 */
final class LatencyCheck {
    /** With fewer known links, in either direction, no latency is an outlier. */
    static final int MIN_LINKS = 16;

    /** Bounds the memory for former links; those that were removed first are forgotten first. */
    static final int MAX_FORMER = 100_000;

    private static final int TOLERANCE = 2;
    private static final long REFRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final long plausibleNanos;
    private final Supplier<LongStream> knownNanos;
    private final SequencedMap<Link, Long> former = new LinkedHashMap<>();
    private long limitNanos;
    private long computedNanos;

    /**
     * @param plausible the latency up to which no link is an outlier
     * @param knownNanos returns the latencies of all direct links
     */
    LatencyCheck(Duration plausible, long nowNanos, Supplier<LongStream> knownNanos) {
        this.plausibleNanos = plausible.toNanos();
        this.knownNanos = knownNanos;
        this.computedNanos = nowNanos - REFRESH_NANOS;
    }

    /** Records the latency of a link that is removed. */
    void removed(Link link, long latencyNanos) {
        former.putLast(link, latencyNanos);
        if (former.size() > MAX_FORMER) {
            former.pollFirstEntry();
        }
    }

    boolean isOutlier(Link link, long latencyNanos, long nowNanos) {
        if (latencyNanos <= plausibleNanos || latencyNanos <= TOLERANCE * former.getOrDefault(link, 0L)) {
            return false;
        }
        if (nowNanos - computedNanos >= REFRESH_NANOS) {
            computedNanos = nowNanos;
            limitNanos = limit(knownNanos.get().sorted().toArray());
        }
        return latencyNanos > limitNanos;
    }

    private static long limit(long[] sorted) {
        if (sorted.length < MIN_LINKS) {
            return Long.MAX_VALUE;
        }
        long lower = sorted[sorted.length / 4];
        long upper = sorted[sorted.length * 3 / 4];
        return upper + 3 * (upper - lower);
    }
}
