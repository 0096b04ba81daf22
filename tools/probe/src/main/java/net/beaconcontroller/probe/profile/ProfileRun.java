package net.beaconcontroller.probe.profile;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.probe.robustness.Resources;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * One run of a profile: switches send packet-ins at the rates of its steps, whether the controller answers or not. A
 * connection that ends is counted and opened again. For use by one thread; another one sends, see {@link Sender}.
 */
public final class ProfileRun implements AutoCloseable {
    /** A listener to the progress. Called by the thread that runs the profile, which does not send. */
    public interface Listener {
        /** About a second has passed. */
        void ticked(Tick tick);

        /** All packet-ins of a step are answered or lost. */
        void finished(StepResult step) throws IOException;
    }

    private static final Duration SET_UP_LIMIT = Duration.ofSeconds(30);
    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final double NANOS_PER_MICRO = 1e3;

    private final Profile profile;
    private final int firstStep;
    private final OptionalLong pid;
    private final Sender sender;
    private Optional<Resources> most = Optional.empty();
    private Sender.@Nullable Totals before;
    private long tickNanos;

    /**
     * Connects the switches.
     *
     * @param firstStep the number of the first step to run, from 1
     * @throws IOException if the controller does not accept a connection
     */
    public ProfileRun(Target target, ProfileSettings settings, int firstStep) throws IOException {
        this.profile = settings.profile();
        this.firstStep = firstStep;
        this.pid = target.pid();
        this.sender = new Sender(target.address(), settings, firstStep - 1);
    }

    /**
     * Runs all steps. May be called once.
     *
     * @throws IOException if a switch is not served, or the listener throws it
     */
    public List<StepResult> run(Listener listener) throws IOException, InterruptedException {
        await(sender.prepared(), "the handshake of the switches");
        sender.begin();
        tickNanos = System.nanoTime();
        var results = new ArrayList<StepResult>();
        while (results.size() < profile.steps().size() - firstStep + 1) {
            @Nullable
            StepTally tally = sender.finished().poll(tickNanos + TICK_NANOS - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (tally == null) {
                rethrow(sender.end());
                tick(listener);
            } else {
                sample();
                StepResult result = tally.result(most);
                most = Optional.empty();
                results.add(result);
                listener.finished(result);
            }
        }
        return results;
    }

    private void tick(Listener listener) {
        long now = System.nanoTime();
        double seconds = (now - tickNanos) / 1e9;
        tickNanos = now;
        sample();
        Sender.Totals after = sender.totals();
        Sender.Totals last = before == null ? new Sender.Totals(0, 0, 0, 0, 0) : before;
        before = after;
        Histogram latencies = sender.takeLatencies();
        listener.ticked(new Tick(
                after.step() + 1,
                profile.steps().get(after.step()).rate(),
                (after.sent() - last.sent()) / seconds,
                (after.answered() - last.answered()) / seconds,
                latencies.getValueAtPercentile(50) / NANOS_PER_MICRO,
                latencies.getValueAtPercentile(99) / NANOS_PER_MICRO,
                after.lost(),
                after.closed()));
    }

    private void sample() {
        Optional<Resources> now = Resources.of(pid);
        most = most.isPresent() && now.isPresent() ? Optional.of(most.get().most(now.get())) : now.or(() -> most);
    }

    private static void await(CompletableFuture<Void> future, String what) throws IOException, InterruptedException {
        try {
            future.get(SET_UP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException("%s took more than %d s".formatted(what, SET_UP_LIMIT.toSeconds()), e);
        } catch (ExecutionException e) {
            throw new IOException(
                    e.getCause() == null ? e.getMessage() : e.getCause().getMessage(), e);
        }
    }

    private static void rethrow(CompletableFuture<Void> end) throws IOException {
        if (end.isCompletedExceptionally()) {
            throw new IOException("the sender failed", end.exceptionNow());
        }
    }

    /** Ends the run and closes all connections. */
    @Override
    public void close() {
        sender.stop();
    }
}
