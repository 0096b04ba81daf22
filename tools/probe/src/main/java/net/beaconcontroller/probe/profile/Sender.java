package net.beaconcontroller.probe.profile;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.load.AnswerCounts;
import net.beaconcontroller.bench.load.LoadSwitch;
import net.beaconcontroller.bench.load.PacketInBatch;
import net.beaconcontroller.switchkit.io.SelectLoop;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * The loop that sends the packet-ins of a profile and receives their answers. Each packet-in has an intended time,
 * which depends only on the profile: switches take turns, and the packet-ins of a step have equal distances. The
 * latency and the timeout of a packet-in count from the intended time even if it is sent later, so that a pause of the
 * controller shows in all packet-ins that were due in it.
 *
 * <p>The loop wakes up every {@link #PAUSE_NANOS} and writes all packet-ins of a switch that are due at once. This
 * needs a fraction of a core, and adds up to twice the pause to latencies.
 *
 * <p>Times are in nanoseconds after the begin of the run.
 */
final class Sender implements LoadSwitch.Loop {
    /** The maximum number of packet-ins per write. */
    private static final int BATCH = 1 << 10;

    private static final int LEAST_WINDOW = 1 << 10;

    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long CHORES_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final Duration RECONNECT_PAUSE = Duration.ofSeconds(1);
    private static final int DIGITS = 3;

    private final InetSocketAddress controller;
    private final Load load;
    private final long timeoutNanos;
    private final List<StepTally> tallies = new ArrayList<>();
    private final List<ProfileSwitch> switches = new ArrayList<>();
    private final SelectLoop loop;
    private final AnswerCounts counts = new AnswerCounts();
    private final PacketInBatch packetIns;
    private final SingleWriterRecorder recorder = new SingleWriterRecorder(DIGITS);
    private final BlockingQueue<StepTally> finished = new LinkedBlockingQueue<>();
    private final CompletableFuture<Void> prepared = new CompletableFuture<>();
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    private final Runnable turn = guarded(this::turn);
    private volatile boolean shallStop;
    private volatile Totals totals = new Totals(0, 0, 0, 0, 0);

    private long beganNanos;
    private boolean isSending;
    private long nowNanos;
    /** The step whose packet-ins become due. */
    private int current;

    private int firstUnfinished;
    private long scheduledInStep;
    private int nextSwitch;
    private long sentInAll;
    private long answeredInAll;
    private long lostInAll;
    private int closedInAll;

    /**
     * The counts since the begin of the run.
     *
     * @param step the index of the step whose packet-ins become due
     */
    record Totals(int step, long sent, long answered, long lost, int closed) {}

    /**
     * Creates a sender and connects the switches.
     *
     * @param firstStep the index of the first step to run
     * @throws IOException if the controller does not accept a connection
     */
    Sender(InetSocketAddress controller, ProfileSettings settings, int firstStep) throws IOException {
        this.controller = controller;
        this.timeoutNanos = settings.timeout().toNanos();
        Profile profile = settings.profile();
        int window = window(profile.peak() / settings.switches(), settings.timeout());
        this.load = settings.load(window);
        this.packetIns = new PacketInBatch(load.version(), load.form(), Math.min(BATCH, window));
        long fromNanos = 0;
        for (int i = firstStep; i < profile.steps().size(); i++) {
            var tally = new StepTally(i, profile.steps().get(i), fromNanos);
            tallies.add(tally);
            fromNanos = tally.toNanos;
        }
        for (int id = 1; id <= settings.switches(); id++) {
            switches.add(new ProfileSwitch(this, id, window));
        }
        this.loop = SelectLoop.startDirect("profile-sender", SelectLoop.Timing.PRECISE);
        try {
            for (ProfileSwitch sw : switches) {
                SocketChannel channel = LoadSwitch.connect(controller);
                loop.execute(() -> connect(sw, channel));
            }
        } catch (IOException e) {
            stop();
            throw new IOException("cannot connect to %s: %s".formatted(controller, e.getMessage()), e);
        }
        loop.execute(guarded(this::doChores));
    }

    /** Returns room for the packet-ins of four timeouts, a power of two. */
    private static int window(double rate, Duration timeout) {
        double wanted = Math.clamp(4 * rate * timeout.toNanos() / 1e9, LEAST_WINDOW, Load.MAX_WINDOW / 2.0);
        return Integer.highestOneBit((int) wanted) * 2;
    }

    // Called by the thread that reports.

    /** Returns a future that completes when all switches are ready for load, exceptionally if one cannot be. */
    CompletableFuture<Void> prepared() {
        return prepared;
    }

    /** Begins the first step. */
    void begin() {
        loop.execute(guarded(() -> {
            isSending = true;
            beganNanos = System.nanoTime();
            turn();
        }));
    }

    /** Closes all connections and ends the loop. */
    void stop() {
        shallStop = true;
        loop.close();
    }

    /** Returns a future that completes after the last step, exceptionally after an error of this program. */
    CompletableFuture<Void> end() {
        return end;
    }

    /** Returns the steps whose packet-ins are all answered or lost, in order. */
    BlockingQueue<StepTally> finished() {
        return finished;
    }

    /** Returns the counts, with a short delay. */
    Totals totals() {
        return totals;
    }

    /** Returns the latencies since the last call, in nanoseconds. */
    Histogram takeLatencies() {
        return recorder.getIntervalHistogram();
    }

    // On the thread of the loop.

    /** Returns a task that ends the run if it fails. */
    private Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                fail(e);
            }
        };
    }

    private void turn() {
        if (end.isDone()) {
            return;
        }
        loop.after(PAUSE_NANOS, turn);
        nowNanos = System.nanoTime() - beganNanos;
        schedule();
        for (ProfileSwitch sw : switches) {
            try {
                sw.send(nowNanos);
            } catch (IOException e) {
                disconnected(sw, e);
            }
        }
    }

    private void schedule() {
        while (current < tallies.size()) {
            StepTally tally = tallies.get(current);
            double gapNanos = TimeUnit.SECONDS.toNanos(1) / tally.step.rate();
            for (long due = tally.fromNanos + (long) (scheduledInStep * gapNanos);
                    due < tally.toNanos;
                    due = tally.fromNanos + (long) (scheduledInStep * gapNanos)) {
                if (due > nowNanos) {
                    return;
                }
                tally.due++;
                scheduledInStep++;
                switches.get(nextSwitch).schedule(due);
                nextSwitch = nextSwitch + 1 == switches.size() ? 0 : nextSwitch + 1;
            }
            if (nowNanos < tally.toNanos) {
                return;
            }
            current++;
            scheduledInStep = 0;
        }
    }

    @Override
    public void handled(LoadSwitch connection) {
        switches.get(connection.id() - 1).noteSent(nowNanos);
    }

    @Override
    public void failed(LoadSwitch connection, Throwable cause) {
        if (cause instanceof IOException e) {
            disconnected(switches.get(connection.id() - 1), e);
        } else {
            fail(cause);
        }
    }

    private void fail(Throwable cause) {
        prepared.completeExceptionally(cause);
        end.completeExceptionally(cause);
    }

    private void doChores() {
        if (end.isDone()) {
            return;
        }
        loop.after(CHORES_NANOS, guarded(this::doChores));
        long clockNanos = System.nanoTime();
        boolean areReady = true;
        for (ProfileSwitch sw : switches) {
            LoadSwitch connection = sw.connection();
            if (connection != null && !connection.isLoading()) {
                prepare(sw, connection, clockNanos);
                areReady &= connection.isLoading();
            }
            if (isSending) {
                sw.expire(nowNanos - timeoutNanos);
            }
        }
        if (areReady) {
            prepared.complete(null);
        }
        while (firstUnfinished < current && tallies.get(firstUnfinished).isResolved()) {
            finished.add(tallies.get(firstUnfinished));
            firstUnfinished++;
        }
        totals = new Totals(
                tallies.get(Math.min(current, tallies.size() - 1)).index,
                sentInAll,
                answeredInAll,
                lostInAll,
                closedInAll);
        if (firstUnfinished == tallies.size() && end.complete(null)) {
            switches.forEach(sw -> SelectLoop.closeQuietly(sw::close));
        }
    }

    private void prepare(ProfileSwitch sw, LoadSwitch connection, long clockNanos) {
        try {
            connection.primeIfDue(clockNanos);
            if (connection.isPrepared()) {
                connection.beginLoad();
            }
        } catch (IOException e) {
            disconnected(sw, e);
        }
    }

    private void connect(ProfileSwitch sw, SocketChannel channel) {
        try {
            sw.connected(new LoadSwitch(this, loop, channel, Optional.empty(), load, sw.id()));
            if (isSending) {
                now().reconnected++;
            }
        } catch (IOException e) {
            SelectLoop.closeQuietly(channel);
            disconnected(sw, e);
        }
    }

    private void disconnected(ProfileSwitch sw, IOException reason) {
        if (sw.connection() == null) {
            // Noticed before in this turn.
            return;
        }
        try {
            sw.disconnected();
        } catch (IOException _) {
            // It is closed in any case.
        }
        if (!prepared.isDone()) {
            prepared.completeExceptionally(reason);
        }
        closedInAll++;
        now().closed(String.valueOf(reason.getMessage()).replaceFirst("^switch \\d+: ", ""));
        Thread.ofVirtual().name("reconnect").start(() -> reconnect(sw));
    }

    /** Connects a switch again, on a thread of its own. */
    private void reconnect(ProfileSwitch sw) {
        try {
            while (!shallStop) {
                Thread.sleep(RECONNECT_PAUSE);
                @Nullable SocketChannel channel = tryToConnect();
                if (channel != null) {
                    if (!loop.tryExecute(() -> connect(sw, channel))) {
                        SelectLoop.closeQuietly(channel);
                    }
                    return;
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable SocketChannel tryToConnect() {
        try {
            return LoadSwitch.connect(controller);
        } catch (IOException _) {
            return null;
        }
    }

    // Called by the switches.

    long timeoutNanos() {
        return timeoutNanos;
    }

    void sent(long dueNanos, long atNanos) {
        StepTally tally = at(dueNanos);
        tally.sent++;
        sentInAll++;
        tally.longestLagNanos = Math.max(tally.longestLagNanos, atNanos - dueNanos);
    }

    void answered(long dueNanos, long atNanos) {
        long latency = Math.max(0, atNanos - dueNanos);
        StepTally tally = at(dueNanos);
        tally.answered++;
        tally.latency.recordValue(latency);
        recorder.recordValue(latency);
        answeredInAll++;
    }

    void lost(long dueNanos) {
        at(dueNanos).lost++;
        lostInAll++;
    }

    void answeredLate() {
        now().late++;
    }

    /** Returns the step in which a packet-in was due. */
    private StepTally at(long dueNanos) {
        int index = Math.min(current, tallies.size() - 1);
        while (tallies.get(index).fromNanos > dueNanos) {
            index--;
        }
        return tallies.get(index);
    }

    /** Returns the step in which things happen now. */
    private StepTally now() {
        return tallies.get(Math.min(current, tallies.size() - 1));
    }

    @Override
    public PacketInBatch packetIns() {
        return packetIns;
    }

    @Override
    public AnswerCounts counts() {
        return counts;
    }

    @Override
    public long dataRead() {
        long clockNanos = System.nanoTime();
        nowNanos = isSending ? clockNanos - beganNanos : 0;
        return clockNanos;
    }

    @Override
    public long measuredNanos(long fromNanos, long toNanos) {
        return toNanos - fromNanos;
    }

    @Override
    public void answered(LoadSwitch connection, long number, long sentNanos) {
        switches.get(connection.id() - 1).answered(number, nowNanos);
    }
}
