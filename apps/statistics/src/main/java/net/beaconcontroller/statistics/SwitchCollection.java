package net.beaconcontroller.statistics;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import net.beaconcontroller.api.RequestRefusedException;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.multipart.AggregateStats;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.GroupStats;
import net.beaconcontroller.openflow.multipart.MeterStats;
import net.beaconcontroller.openflow.multipart.MultipartReply;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.multipart.QueueStats;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.multipart.TableStats;
import org.jspecify.annotations.Nullable;

/**
 * The requests for statistics on one connection of a switch, at most one at a time. After a reply the switch rests
 * {@value #REST} times as long as the reply took, so that it spends at most a twentieth of its time on statistics: a
 * switch that replies slowly is read less often. A missing reply counts as one that took until the timeout.
 *
 * <p>The thread of the {@link Collector} changes it; any thread may read its {@link #state}.
 */
final class SwitchCollection {
    private static final int REST = 19;
    private static final long NEVER = Long.MAX_VALUE;

    /** The time over which the first requests are spread: short, so that a new switch soon has statistics. */
    private static final long MAX_FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Kind[] KINDS = Kind.values();

    private final Switch sw;
    private final SwitchReadings readings;
    private final CollectionOptions options;
    private final double phase;
    private final LongSupplier clock;
    private final InstantSource wallClock;
    private final Executor executor;
    private final EnumCounters<Outcome> outcomes;
    private final long firstNanos;
    private final long beginNanos;

    private final long[] dueNanos = new long[KINDS.length];
    private final boolean[] wasRequested = new boolean[KINDS.length];
    private final Set<Kind> refused = EnumSet.noneOf(Kind.class);
    private boolean isWaiting;
    private long restUntilNanos;
    private long portsNanos = NEVER;
    private @Nullable Duration interval;
    private @Nullable Duration replyTime;
    private long timeouts;
    private long flows = -1;
    private volatile CollectionState state;

    /**
     * Begins with the first requests.
     *
     * @param phase from 0 to 1, when in the interval the switch has its turn
     * @param clock nanoseconds since some moment; not negative
     * @param executor runs tasks on the thread of the collector
     */
    SwitchCollection(
            Switch sw,
            SwitchReadings readings,
            CollectionOptions options,
            double phase,
            LongSupplier clock,
            InstantSource wallClock,
            Executor executor,
            EnumCounters<Outcome> outcomes) {
        this.sw = sw;
        this.readings = readings;
        this.options = options;
        this.phase = phase;
        this.clock = clock;
        this.wallClock = wallClock;
        this.executor = executor;
        this.outcomes = outcomes;
        firstNanos = Math.min(MAX_FIRST_NANOS, options.intervalNanos());
        beginNanos = clock.getAsLong();
        long first = beginNanos + (long) (phase * firstNanos);
        Arrays.fill(dueNanos, first);
        dueNanos[Kind.FLOWS.ordinal()] = NEVER;
        state = describe();
    }

    Switch sw() {
        return sw;
    }

    SwitchReadings readings() {
        return readings;
    }

    CollectionState state() {
        return state;
    }

    /** Sends the request that has been due for the longest time, if there is one and the switch does not rest. */
    void requestDue() {
        long now = clock.getAsLong();
        if (isWaiting || now < restUntilNanos || !sw.isConnected()) {
            return;
        }
        Kind kind = Kind.PORTS;
        for (Kind other : KINDS) {
            if (due(other) < due(kind)) {
                kind = other;
            }
        }
        if (due(kind) <= now) {
            request(kind, now);
        }
    }

    private long due(Kind kind) {
        return dueNanos[kind.ordinal()];
    }

    private void request(Kind kind, long now) {
        dueNanos[kind.ordinal()] = nextDue(kind, now);
        wasRequested[kind.ordinal()] = true;
        try {
            var _ = sw.request(kind.request()).whenComplete((reply, failure) -> {
                long arrived = clock.getAsLong();
                executor.execute(() -> completed(kind, arrived - now, arrived, reply, failure));
            });
            isWaiting = true;
        } catch (UnsupportedByVersionException _) {
            refuse(kind);
        }
    }

    private long nextDue(Kind kind, long now) {
        if (kind == Kind.TABLE_SIZES || kind == Kind.FLOWS) {
            return NEVER;
        }
        long period = options.intervalNanos(kind);
        long next =
                wasRequested[kind.ordinal()] ? due(kind) + period : beginNanos + firstNanos + (long) (phase * period);
        return Math.max(next, now);
    }

    private void completed(
            Kind kind, long tookNanos, long now, @Nullable MultipartReply reply, @Nullable Throwable failure) {
        isWaiting = false;
        restUntilNanos = now + REST * tookNanos;
        switch (failure) {
            case null -> {
                outcomes.increment(Outcome.REPLIED);
                replyTime = Duration.ofNanos(tookNanos);
                if (reply != null && sw.isConnected()) {
                    update(reply, now);
                }
            }
            case RequestRefusedException _ -> {
                outcomes.increment(Outcome.REFUSED);
                refuse(kind);
            }
            case TimeoutException _ -> {
                outcomes.increment(Outcome.TIMED_OUT);
                timeouts++;
            }
            default -> outcomes.increment(Outcome.FAILED);
        }
        state = describe();
    }

    private void refuse(Kind kind) {
        refused.add(kind);
        dueNanos[kind.ordinal()] = NEVER;
        state = describe();
    }

    private void update(MultipartReply reply, long now) {
        switch (reply) {
            case PortStats.Reply ports -> {
                interval = portsNanos == NEVER ? null : Duration.ofNanos(now - portsNanos);
                portsNanos = now;
                readings.updatePorts(ports, now, wallClock.instant());
            }
            case TableStats.Reply tables -> readings.updateTables(tables, now);
            case TableFeatures.Reply sizes -> readings.updateTableSizes(sizes);
            case AggregateStats count -> {
                flows = count.stats().flows();
                if (hasTooManyFlows()) {
                    readings.skipFlows();
                } else {
                    dueNanos[Kind.FLOWS.ordinal()] = now;
                }
            }
            // A switch can report more than it has counted.
            case FlowStats.Reply reported ->
                readings.updateFlows(
                        reported.flows().stream().limit(options.flowLimit()).toList(), now);
            case QueueStats.Reply queues -> readings.updateQueues(queues, now);
            case GroupStats.Reply groups -> readings.updateGroups(groups, now);
            case MeterStats.Reply meters -> readings.updateMeters(meters, now);
            default -> throw new IllegalStateException("no reply to a request for statistics: " + reply);
        }
    }

    private boolean hasTooManyFlows() {
        // Also if the switch does not count them, which is -1.
        return Long.compareUnsigned(flows, options.flowLimit()) > 0;
    }

    private CollectionState describe() {
        return new CollectionState(
                sw.datapathId(),
                interval,
                replyTime,
                refused.stream().map(Kind::text).toList(),
                timeouts,
                flows,
                flows >= 0 && hasTooManyFlows() ? flows : 0);
    }

    /** Releases what the switch has used. */
    void close() {
        readings.close();
    }
}
