package net.beaconcontroller.bench.load;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.switchkit.io.SelectLoop;
import org.HdrHistogram.Histogram;

/**
 * An event loop of the load generator, with its switches. The measuring thread starts and stops the load and reads
 * counters; everything else happens on the thread of the loop.
 */
final class LoadLoop implements LoadSwitch.Loop {
    /** The maximum number of packet-ins per write. */
    private static final int BATCH = 1 << 10;

    private static final long CHORES_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONG_QUIET_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long LONGEST_DRAIN_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long LONGEST_LATENCY_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final int DIGITS = 3;

    private final Target target;
    private final Load load;
    private final int firstId;
    private final int count;
    private final SelectLoop loop;
    private final List<LoadSwitch> switches = new ArrayList<>();
    private final AnswerCounts counts = new AnswerCounts();
    private final PacketInBatch packetIns;
    private final Histogram latency = new Histogram(LONGEST_LATENCY_NANOS, DIGITS);
    private final boolean isTimed;
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    private volatile int ready;
    private volatile long measuredFromNanos = Long.MAX_VALUE;
    private volatile long measuredToNanos = Long.MAX_VALUE;
    private final AtomicLong answeredSoFar = new AtomicLong();

    private boolean isLoading;
    private boolean isSending;
    private long answered;
    private long lastReadNanos;
    private long nowNanos;
    private long loadNanos;
    private long drainNanos;
    private long silenceCheckedNanos;

    /** Creates a loop with {@code count} switches, whose datapath IDs begin at {@code firstId}. */
    LoadLoop(Target target, Load load, int firstId, int count) throws IOException {
        this.target = target;
        this.load = load;
        this.firstId = firstId;
        this.count = count;
        this.loop = SelectLoop.startDirect("load-" + firstId, SelectLoop.Timing.COARSE);
        this.packetIns = new PacketInBatch(load.version(), load.form(), Math.min(BATCH, load.window()));
        this.isTimed = load.window() == 1 || load.rate().isPresent();
    }

    // Called by the measuring thread.

    /** Returns a future that completes when the loop ends, exceptionally after an error. */
    CompletableFuture<Void> end() {
        return end;
    }

    /** Returns the number of switches ready for load. */
    int ready() {
        return ready;
    }

    /** Returns the number of answered packet-ins, with a short delay. */
    long answeredSoFar() {
        return answeredSoFar.get();
    }

    /** Connects the switches. */
    void start() {
        run(() -> {
            connect();
            doChores();
        });
    }

    void load() {
        run(this::begin);
    }

    /** Records latencies of packet-ins sent or scheduled from this time on. */
    void measureFrom(long nanos) {
        measuredFromNanos = nanos;
    }

    /** Stops sending, and records no latencies of packet-ins sent or scheduled after this time. */
    void drain(long nanos) {
        measuredToNanos = nanos;
        run(this::endSending);
    }

    /** Closes all connections and ends the thread. */
    void stop() {
        loop.close();
        end.complete(null);
    }

    /** A task that ends the loop if it fails. */
    @FunctionalInterface
    private interface Task {
        void run() throws IOException;
    }

    private void run(Task task) {
        loop.tryExecute(guarded(task));
    }

    private Runnable guarded(Task task) {
        return () -> {
            try {
                nowNanos = System.nanoTime();
                task.run();
                answeredSoFar.lazySet(answered);
            } catch (IOException | RuntimeException | Error e) {
                fail(e);
            }
        };
    }

    private void fail(Throwable cause) {
        end.completeExceptionally(cause);
        closeSwitches();
    }

    // Results, valid after the end of the loop.

    @Override
    public AnswerCounts counts() {
        return counts;
    }

    Histogram latency() {
        return latency;
    }

    List<LoadSwitch> switches() {
        return switches;
    }

    // On the thread of the loop.

    private void connect() throws IOException {
        for (int id = firstId; id < firstId + count; id++) {
            switches.add(new LoadSwitch(this, loop, connect(id), target.tls(), load, id));
        }
    }

    private SocketChannel connect(int id) throws IOException {
        try {
            return LoadSwitch.connect(target.address());
        } catch (IOException e) {
            throw new IOException("switch %d cannot connect to %s: %s".formatted(id, target, e.getMessage()), e);
        }
    }

    private void begin() throws IOException {
        isLoading = true;
        isSending = true;
        loadNanos = nowNanos;
        silenceCheckedNanos = nowNanos;
        for (LoadSwitch sw : switches) {
            sw.beginLoad();
            sw.setDue(load.rate().isPresent() ? 0 : Long.MAX_VALUE);
            sw.push();
        }
        if (isTimed) {
            loop.spin(guarded(this::sendScheduled));
        }
    }

    private void endSending() {
        isSending = false;
        drainNanos = nowNanos;
        for (LoadSwitch sw : switches) {
            sw.setDue(0);
        }
    }

    private void sendScheduled() throws IOException {
        if (!isSending || load.rate().isEmpty()) {
            return;
        }
        long due = (long) ((nowNanos - loadNanos) * packetInsPerNano()) + 1;
        for (int i = 0; i < count; i++) {
            LoadSwitch sw = switches.get(i);
            sw.setDue((due - i + count - 1) / count);
            sw.push();
        }
    }

    /** Returns the scheduled time of a packet-in. The switches send in round-robin order. */
    private long dueNanos(long number, int id) {
        return loadNanos + (long) ((number * count + id - firstId) / packetInsPerNano());
    }

    private double packetInsPerNano() {
        return load.rate().orElseThrow() * count / load.switches() / TimeUnit.SECONDS.toNanos(1);
    }

    private void doChores() throws IOException {
        if (end.isDone()) {
            return;
        }
        if (isDrained()) {
            closeSwitches();
            end.complete(null);
            return;
        }
        loop.after(CHORES_NANOS, guarded(this::doChores));
        boolean checks = isSending && nowNanos - silenceCheckedNanos >= SILENCE_NANOS;
        if (checks) {
            silenceCheckedNanos = nowNanos;
        }
        int done = 0;
        for (LoadSwitch sw : switches) {
            if (!isLoading) {
                sw.primeIfDue(nowNanos);
                done += sw.isPrepared() ? 1 : 0;
            } else if (isSending) {
                sw.announceIfDue(nowNanos);
                if (checks) {
                    sw.excludeLostFromWindow();
                    sw.push();
                }
            }
        }
        ready = isLoading ? count : done;
    }

    private boolean isDrained() {
        if (!isLoading || isSending) {
            return false;
        }
        long quiet = nowNanos - Math.max(lastReadNanos, drainNanos);
        boolean isWaiting = switches.stream().anyMatch(sw -> sw.outstanding().count() > 0);
        return quiet >= (isWaiting ? LONG_QUIET_NANOS : QUIET_NANOS) || nowNanos - drainNanos >= LONGEST_DRAIN_NANOS;
    }

    private void closeSwitches() {
        isSending = false;
        switches.forEach(sw -> SelectLoop.closeQuietly(sw::close));
    }

    // Called by the switches of the loop.

    @Override
    public PacketInBatch packetIns() {
        return packetIns;
    }

    @Override
    public long dataRead() {
        nowNanos = System.nanoTime();
        lastReadNanos = nowNanos;
        return nowNanos;
    }

    @Override
    public long measuredNanos(long fromNanos, long toNanos) {
        return Math.min(toNanos, measuredToNanos) - Math.max(fromNanos, measuredFromNanos);
    }

    @Override
    public void answered(LoadSwitch sw, long number, long sentNanos) {
        answered++;
        if (isTimed) {
            record(load.rate().isPresent() ? dueNanos(number, sw.id()) : sentNanos);
        }
    }

    private void record(long beganNanos) {
        if (beganNanos >= measuredFromNanos && beganNanos < measuredToNanos) {
            latency.recordValue(Math.clamp(nowNanos - beganNanos, 0, LONGEST_LATENCY_NANOS));
        }
    }

    @Override
    public void handled(LoadSwitch sw) {
        answeredSoFar.lazySet(answered);
    }

    @Override
    public void failed(LoadSwitch sw, Throwable cause) {
        fail(cause);
    }
}
