package net.beaconcontroller.probe.profile;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import net.beaconcontroller.probe.robustness.Resources;
import org.HdrHistogram.Histogram;

/** The counts of a step. Written by the thread that sends, and read by others after the step was published. */
final class StepTally {
    private static final int DIGITS = 3;

    final int index;
    final Profile.Step step;
    /** When the step begins, in nanoseconds after the begin of the run. */
    final long fromNanos;

    final long toNanos;
    final Histogram latency = new Histogram(TimeUnit.HOURS.toNanos(1), DIGITS);
    long due;
    long sent;
    long answered;
    long lost;
    long late;
    int reconnected;
    long longestLagNanos;
    private int closed;
    private final Map<String, Integer> closings = new TreeMap<>();

    StepTally(int index, Profile.Step step, long fromNanos) {
        this.index = index;
        this.step = step;
        this.fromNanos = fromNanos;
        this.toNanos = fromNanos + step.duration().toNanos();
    }

    /** Returns whether all packet-ins that were due so far are answered or lost. */
    boolean isResolved() {
        return due == answered + lost;
    }

    void closed(String reason) {
        closed++;
        closings.merge(reason, 1, Integer::sum);
    }

    StepResult result(Optional<Resources> resources) {
        return new StepResult(
                index + 1,
                step.duration().toNanos() / 1e9,
                step.rate(),
                due,
                sent,
                answered,
                lost,
                late,
                closed,
                reconnected,
                closings.entrySet().stream()
                        .map(entry ->
                                entry.getKey() + (entry.getValue() == 1 ? "" : " (%d)".formatted(entry.getValue())))
                        .collect(Collectors.joining("; ")),
                TimeUnit.NANOSECONDS.toMicros(longestLagNanos),
                latency,
                resources);
    }
}
