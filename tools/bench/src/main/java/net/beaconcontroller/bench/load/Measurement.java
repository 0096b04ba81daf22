package net.beaconcontroller.bench.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.beaconcontroller.bench.Benchmark;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.ProcessUsage;
import net.beaconcontroller.bench.Target;
import org.HdrHistogram.Histogram;

/** A measurement, from the connections of the switches to the metrics. Not thread-safe. */
final class Measurement implements AutoCloseable {
    private static final Duration SET_UP_LIMIT = Duration.ofSeconds(30);
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(15);

    /** The interval over which rates are averaged to detect the steady state. */
    private static final Duration SPELL = Duration.ofMillis(500);

    private static final int STABLE_SPELLS = 6;

    /** The fraction of the rate that a controller must answer to keep up. */
    private static final double KEPT_UP = 0.99;

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Target target;
    private final Load load;
    private final Benchmark.Progress progress;
    private final List<LoadLoop> loops = new ArrayList<>();

    Measurement(Target target, Load load, Benchmark.Progress progress) throws IOException {
        this.target = target;
        this.load = load;
        this.progress = progress;
        int threads = Math.min(load.threads(), load.switches());
        for (int i = 0; i < threads; i++) {
            int from = (int) ((long) load.switches() * i / threads);
            int to = (int) ((long) load.switches() * (i + 1) / threads);
            loops.add(new LoadLoop(target, load, from + 1, to - from));
        }
    }

    /** What determines the end of the measured phase, which begins at the moment. */
    @FunctionalInterface
    private interface MeasuredPhase {
        void run(Moment begin) throws IOException, InterruptedException;
    }

    /** Performs the measurement, for the duration of the load. One measurement may be performed. */
    Metrics take() throws IOException, InterruptedException {
        return take(begin -> tickUntil("measured", begin, load.duration()));
    }

    /** Performs the measurement, for the duration of a task. */
    Metrics takeDuring(Runnable task) throws IOException, InterruptedException {
        return take(_ -> task.run());
    }

    private Metrics take(MeasuredPhase phase) throws IOException, InterruptedException {
        loops.forEach(LoadLoop::start);
        prepare();
        loops.forEach(LoadLoop::load);
        warmUp();
        Optional<ProcessUsage> before = target.usage();
        Moment from = Moment.of(this);
        loops.forEach(loop -> loop.measureFrom(from.nanos));
        phase.run(from);
        Moment to = Moment.of(this);
        Optional<ProcessUsage> after = target.usage();
        loops.forEach(loop -> loop.drain(to.nanos));
        await(CompletableFuture.allOf(ends()));
        return metrics(from, to, before, after);
    }

    /** Counters at a point in time. */
    private record Moment(long nanos, long answered) {
        static Moment of(Measurement measurement) {
            return new Moment(System.nanoTime(), measurement.answered());
        }

        double secondsSince(Moment earlier) {
            return (nanos - earlier.nanos) / NANOS_PER_SECOND;
        }

        double rateSince(Moment earlier) {
            return (answered - earlier.answered) / secondsSince(earlier);
        }
    }

    private long answered() {
        return loops.stream().mapToLong(LoadLoop::answeredSoFar).sum();
    }

    private void prepare() throws IOException, InterruptedException {
        Moment begin = Moment.of(this);
        Moment ticked = begin;
        while (ready() < load.switches()) {
            sleepUntil(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(10));
            Moment now = Moment.of(this);
            if (now.secondsSince(begin) > SET_UP_LIMIT.toSeconds()) {
                throw new IOException(
                        ("%s set up only %d of %d switches in %d s; is it an OpenFlow %s controller, and does it accept"
                                        + " this number?")
                                .formatted(target, ready(), load.switches(), SET_UP_LIMIT.toSeconds(), load.version()));
            }
            if (now.secondsSince(ticked) >= 1) {
                progress.tick("set-up", now.secondsSince(begin), 0);
                ticked = now;
            }
        }
    }

    private int ready() {
        return loops.stream().mapToInt(LoadLoop::ready).sum();
    }

    /** Waits for a stable rate, up to the maximum warm-up. */
    private void warmUp() throws IOException, InterruptedException {
        Moment begin = Moment.of(this);
        var steadiness = new SteadyStateDetector(STABLE_SPELLS);
        Moment spell = begin;
        Moment ticked = begin;
        boolean isStable = load.warmUp().isZero();
        while (!isStable && spell.secondsSince(begin) < seconds(load.warmUp())) {
            long left = load.warmUp().toNanos() - (spell.nanos - begin.nanos);
            sleepUntil(spell.nanos + Math.min(left, SPELL.toNanos()));
            Moment now = Moment.of(this);
            isStable = steadiness.add(now.rateSince(spell));
            spell = now;
            if (now.secondsSince(ticked) >= 1) {
                progress.tick("warm-up", now.secondsSince(begin), now.rateSince(ticked));
                ticked = now;
            }
        }
        if (!isStable) {
            progress.note("the rate was not stable at the end of the warm-up, after %.1f s"
                    .formatted(spell.secondsSince(begin)));
        }
    }

    private void tickUntil(String phase, Moment begin, Duration duration) throws IOException, InterruptedException {
        long end = begin.nanos + duration.toNanos();
        Moment ticked = begin;
        while (ticked.nanos < end) {
            sleepUntil(Math.min(end, ticked.nanos + TimeUnit.SECONDS.toNanos(1)));
            Moment now = Moment.of(this);
            progress.tick(phase, now.secondsSince(begin), now.rateSince(ticked));
            ticked = now;
        }
    }

    /** Sleeps until a time. Throws early if a loop fails. */
    private void sleepUntil(long nanos) throws IOException, InterruptedException {
        try {
            CompletableFuture.anyOf(ends()).get(Math.max(0, nanos - System.nanoTime()), TimeUnit.NANOSECONDS);
            throw new IllegalStateException("a loop ended early");
        } catch (TimeoutException _) {
            // Normal: no loop has ended.
        } catch (ExecutionException e) {
            throw failure(e);
        }
    }

    /** Returns a future for the end of each loop. */
    private CompletableFuture<?>[] ends() {
        return loops.stream().map(LoadLoop::end).toArray(CompletableFuture[]::new);
    }

    private void await(CompletableFuture<Void> end) throws IOException, InterruptedException {
        try {
            end.get(DRAIN_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("the loops do not stop", e);
        } catch (ExecutionException e) {
            throw failure(e);
        }
    }

    private IOException failure(ExecutionException e) {
        return e.getCause() instanceof IOException io
                ? new IOException(String.valueOf(io.getMessage()), io)
                : new IOException("the load generator failed: " + e.getCause(), e.getCause());
    }

    private Metrics metrics(Moment from, Moment to, Optional<ProcessUsage> before, Optional<ProcessUsage> after) {
        var counts = new AnswerCounts();
        var latency = new Histogram(loops.getFirst().latency());
        latency.reset();
        long sent = 0;
        long answered = 0;
        long longestPauseNanos = 0;
        boolean isOrdered = false;
        boolean isPrimed = true;
        for (LoadLoop loop : loops) {
            counts.add(loop.counts());
            latency.add(loop.latency());
            for (LoadSwitch sw : loop.switches()) {
                sent += sw.outstanding().sent();
                answered += sw.outstanding().answered();
                longestPauseNanos = Math.max(longestPauseNanos, sw.longestPauseNanos());
                isOrdered |= sw.answers().areOrdered();
                isPrimed &= sw.isPrimed();
            }
        }
        remark(isOrdered, isPrimed, to.rateSince(from));
        if (ProcessUsage.wasRestarted(before, after)) {
            progress.note(Benchmark.RESTARTED);
        }
        long answeredMeanwhile = to.answered - from.answered;
        return new Metrics(
                sent,
                answered,
                counts.flowMods,
                counts.packetOuts,
                sent - answered,
                counts.duplicated,
                counts.reordered,
                counts.unknown,
                to.rateSince(from),
                longestPauseNanos,
                ProcessUsage.cpuMicros(before, after, (double) answeredMeanwhile),
                after.map(ProcessUsage::residentMebibytes).orElse(OptionalDouble.empty()),
                load.window() == 1 || load.rate().isPresent() ? Optional.of(latency) : Optional.empty(),
                loops.getFirst().switches().getFirst().tlsProtocol());
    }

    private void remark(boolean isOrdered, boolean isPrimed, double rate) {
        if (!isPrimed) {
            progress.note("the controller did not answer the priming packet-in;"
                    + " it may not know the destination and flood");
        }
        if (isOrdered) {
            progress.note("answers have neither the buffer ID nor the transaction ID of their packet-in;"
                    + " they were matched by order");
        }
        if (load.rate().isPresent() && rate < KEPT_UP * load.rate().getAsDouble()) {
            progress.note("the controller did not keep up: %.0f packet-ins were due a second, and %.0f were answered;"
                            .formatted(load.rate().getAsDouble(), rate)
                    + " those that were never sent are not among the latencies");
        }
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANOS_PER_SECOND;
    }

    /** Stops the loops in any phase. */
    @Override
    public void close() {
        loops.forEach(LoadLoop::stop);
    }
}
