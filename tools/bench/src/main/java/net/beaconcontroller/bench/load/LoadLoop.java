package net.beaconcontroller.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Target;
import org.HdrHistogram.Histogram;

/**
 * A thread of the load, and the switches that are its own. The thread that measures tells it when to load and when to stop, and
 * reads how far it is; all else happens on its own thread.
 */
final class LoadLoop implements Runnable {
    private enum Phase {
        SET_UP,
        LOAD,
        /** Nothing more is sent; what is on its way may come. */
        DRAIN,
        STOP
    }

    private static final int INPUT_LENGTH = 1 << 18;

    /** The most that is written at once. */
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
    private final Selector selector;
    private final List<LoadSwitch> switches = new ArrayList<>();
    private final AnswerCounts counts = new AnswerCounts();
    private final ByteBuffer input = ByteBuffer.allocateDirect(INPUT_LENGTH);
    private final PacketInBatch packetIns;
    private final Histogram latency = new Histogram(LONGEST_LATENCY_NANOS, DIGITS);
    private final boolean isTimed;
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    private volatile Phase phase = Phase.SET_UP;
    private volatile int ready;
    private volatile long measuredFromNanos = Long.MAX_VALUE;
    private volatile long measuredToNanos = Long.MAX_VALUE;
    private final AtomicLong answeredSoFar = new AtomicLong();

    private boolean isLoading;
    private boolean isSending;
    private long answered;
    private long heardNanos;
    private long nowNanos;
    private long loadNanos;
    private long drainNanos;
    private long silenceCheckedNanos;

    /** Of this many switches, with datapath ids from this on. */
    LoadLoop(Target target, Load load, int firstId, int count) throws IOException {
        this.target = target;
        this.load = load;
        this.firstId = firstId;
        this.count = count;
        this.selector = Selector.open();
        this.packetIns = new PacketInBatch(load.version(), Math.min(BATCH, load.window()));
        this.isTimed = load.window() == 1 || load.rate().isPresent();
    }

    // What the thread that measures calls.

    /** Completes when the loop has ended, and says why if something went wrong. */
    CompletableFuture<Void> end() {
        return end;
    }

    /** How many switches are set up. */
    int ready() {
        return ready;
    }

    /** How many packet-ins were answered, a moment ago. */
    long answeredSoFar() {
        return answeredSoFar.get();
    }

    void load() {
        enter(Phase.LOAD);
    }

    /** Latencies are kept of packet-ins that were sent, or due, from now on. */
    void measureFrom(long nanos) {
        measuredFromNanos = nanos;
    }

    /** Latencies are kept of packet-ins that were sent, or due, until now; and no more are sent. */
    void drain(long nanos) {
        measuredToNanos = nanos;
        enter(Phase.DRAIN);
    }

    void stop() {
        enter(Phase.STOP);
    }

    private void enter(Phase next) {
        phase = next;
        selector.wakeup();
    }

    // What has come of it, when it has ended.

    AnswerCounts counts() {
        return counts;
    }

    Histogram latency() {
        return latency;
    }

    List<LoadSwitch> switches() {
        return switches;
    }

    // On its own thread.

    @Override
    public void run() {
        try {
            connect();
            long choresNanos = System.nanoTime();
            while (phase != Phase.STOP && !isDrained()) {
                turn();
                if (nowNanos - choresNanos >= CHORES_NANOS) {
                    choresNanos = nowNanos;
                    doChores();
                }
            }
            close();
            end.complete(null);
        } catch (IOException | RuntimeException | Error e) {
            end.completeExceptionally(e instanceof UncheckedIOException unchecked ? unchecked.getCause() : e);
        } finally {
            close();
        }
    }

    private void connect() throws IOException {
        for (int id = firstId; id < firstId + count; id++) {
            try {
                switches.add(new LoadSwitch(this, selector, target.address(), load, id));
            } catch (IOException e) {
                throw new IOException(
                        "switch %d cannot connect to %s:%d: %s"
                                .formatted(
                                        id,
                                        target.address().getHostString(),
                                        target.address().getPort(),
                                        e.getMessage()),
                        e);
            }
        }
    }

    private void turn() throws IOException {
        if (isTimed && isLoading) {
            selector.selectNow(LoadSwitch::ready); // spins, so that nobody but the controller sleeps
        } else {
            selector.select(LoadSwitch::ready, TimeUnit.NANOSECONDS.toMillis(CHORES_NANOS));
        }
        nowNanos = System.nanoTime();
        follow(phase);
        if (isSending && load.rate().isPresent()) {
            sendWhatIsDue();
        }
        answeredSoFar.lazySet(answered);
    }

    /** Does what a new phase asks for. */
    private void follow(Phase current) throws IOException {
        if (current == Phase.LOAD && !isLoading) {
            isLoading = true;
            isSending = true;
            loadNanos = nowNanos;
            for (LoadSwitch sw : switches) {
                sw.answers().expectLate(sw.setUp().unanswered());
                sw.setDue(load.rate().isPresent() ? 0 : Long.MAX_VALUE);
                sw.push();
            }
        } else if (current == Phase.DRAIN && isSending) {
            isSending = false;
            drainNanos = nowNanos;
            for (LoadSwitch sw : switches) {
                sw.setDue(0);
            }
        }
    }

    private void sendWhatIsDue() throws IOException {
        long due = (long) ((nowNanos - loadNanos) * packetInsANano()) + 1;
        for (int i = 0; i < count; i++) {
            LoadSwitch sw = switches.get(i);
            sw.setDue((due - i + count - 1) / count);
            sw.push();
        }
    }

    /** When the packet-in was due that is the switch's one of this number: the switches take turns. */
    private long dueNanos(long number, int id) {
        return loadNanos + (long) ((number * count + id - firstId) / packetInsANano());
    }

    private double packetInsANano() {
        return load.rate().orElseThrow() * count / load.switches() / TimeUnit.SECONDS.toNanos(1);
    }

    private void doChores() throws IOException {
        boolean checks = isSending && nowNanos - silenceCheckedNanos >= SILENCE_NANOS;
        if (checks) {
            silenceCheckedNanos = nowNanos;
        }
        int done = 0;
        for (LoadSwitch sw : switches) {
            if (!isLoading) {
                sw.teachIfDue(nowNanos);
                done += sw.setUp().isDone() ? 1 : 0;
            } else if (checks) {
                sw.writeOffIfSilent();
                sw.push();
            }
        }
        ready = isLoading ? count : done;
    }

    private boolean isDrained() {
        if (!isLoading || isSending) {
            return false;
        }
        long quiet = nowNanos - Math.max(heardNanos, drainNanos);
        boolean isWaiting = switches.stream().anyMatch(sw -> sw.ledger().waiting() > 0);
        return quiet >= (isWaiting ? LONG_QUIET_NANOS : QUIET_NANOS) || nowNanos - drainNanos >= LONGEST_DRAIN_NANOS;
    }

    private void close() {
        try {
            for (LoadSwitch sw : switches) {
                sw.close();
            }
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // What its switches call.

    ByteBuffer input() {
        return input;
    }

    PacketInBatch packetIns() {
        return packetIns;
    }

    /** Whether answers are to packet-ins of the load. */
    boolean isLoading() {
        return isLoading;
    }

    /** Something has come. */
    void heard() {
        if (isTimed) {
            nowNanos = System.nanoTime();
        }
        heardNanos = nowNanos;
    }

    /** A packet-in of a switch was answered for the first time. */
    void answered(long number, int id, long sentNanos) {
        answered++;
        if (isTimed) {
            record(load.rate().isPresent() ? dueNanos(number, id) : sentNanos);
        }
    }

    private void record(long beganNanos) {
        if (beganNanos >= measuredFromNanos && beganNanos < measuredToNanos) {
            latency.recordValue(Math.clamp(nowNanos - beganNanos, 0, LONGEST_LATENCY_NANOS));
        }
    }
}
