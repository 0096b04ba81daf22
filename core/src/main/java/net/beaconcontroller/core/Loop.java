package net.beaconcontroller.core;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import net.beaconcontroller.common.concurrent.Cancellable;
import net.beaconcontroller.common.concurrent.TimerQueue;
import org.jspecify.annotations.Nullable;

/**
 * A thread with a selector, and all that happens to the connections assigned to it. Only {@link #execute} and what is said
 * to be safe may be called from other threads.
 */
final class Loop extends ListenerThread implements Runnable {
    /** More have to wait, so that those who give them faster than they are done cannot keep the sockets waiting. */
    private static final int TASKS_A_TURN = 1024;

    private static final long NEVER = Long.MIN_VALUE;

    /** What a ready socket is handed to. */
    interface Ready {
        void ready(SelectionKey key) throws IOException;

        void failed(Throwable cause);
    }

    private final String name;
    private final Selector selector;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final TimerQueue timers = new TimerQueue();
    private final Set<Connection> connections = new HashSet<>();
    private final ArrayDeque<Connection> dirty = new ArrayDeque<>();
    private final AtomicBoolean asleep = new AtomicBoolean();
    private @Nullable Thread started;
    private volatile boolean stopping;
    private volatile boolean stopped;
    private final IdleStrategy idle;
    private final Consumer<SelectionKey> dispatch = this::dispatch;
    /** Since when there is something to do in this turn, or {@link #NEVER}. */
    private final AtomicLong busySince = new AtomicLong(NEVER);

    /** How long there was something to do, in all turns before this one. */
    private final AtomicLong busyNanos = new AtomicLong();

    private long nowNanos = System.nanoTime();

    /** What every connection of this loop reads into, one at a time; the views of messages lie over it. */
    final byte[] input;

    final ByteBuffer inputBuffer;

    Loop(String name, ControllerOptions.Io options) throws IOException {
        this.name = name;
        this.idle = new IdleStrategy(options.waiting());
        this.selector = Selector.open();
        this.input = new byte[options.limits().readBuffer()];
        this.inputBuffer = ByteBuffer.wrap(input);
    }

    void start() {
        started = new Thread(this, name);
        started.start();
    }

    @Override
    public void run() {
        bindToCurrentThread();
        while (!stopping) {
            try {
                turn();
            } catch (IOException | RuntimeException | Error e) {
                goOn(e);
            }
        }
        closeAll();
    }

    /** Whatever happened, memory that ran out included, the loop's other connections live on. */
    private void goOn(Throwable cause) {
        try {
            log.log(Level.ERROR, "a turn of the loop failed, which goes on", cause);
        } catch (RuntimeException | Error _) {
            // not even that could be said; what caused it is being closed, which gives memory back
        }
    }

    /**
     * One turn: tasks from other threads, ready sockets, due timers, then one write for each connection that has something
     * to send, so that a burst of replies is one system call.
     */
    void turn() throws IOException {
        runTasks();
        select();
        runTimers();
        flushDirty();
        long since = busySince.getPlain();
        if (since != NEVER) {
            busySince.setRelease(NEVER);
            busyNanos.setRelease(busyNanos.getPlain() + System.nanoTime() - since);
        }
    }

    private void runTasks() {
        for (int i = 0; i < TASKS_A_TURN; i++) {
            Runnable task = tasks.poll();
            if (task == null) {
                break;
            }
            runSafely(task);
        }
        flushDirty(); // before the loop may fall asleep
    }

    private void select() throws IOException {
        busySince.setRelease(NEVER); // also where the turn before failed
        long now = System.nanoTime();
        if (idle.maySleep(now)) {
            sleep(now);
        } else {
            selector.selectNow(dispatch);
        }
        nowNanos = System.nanoTime();
    }

    private void sleep(long now) throws IOException {
        asleep.set(true);
        if (tasks.isEmpty() && !stopping) {
            selector.select(dispatch, millisToNextTimer(now));
        } else {
            selector.selectNow(dispatch);
        }
        asleep.set(false);
    }

    /** Returns the time until the next timer is due, rounded up; 0, which a selector takes as no timeout, if there is none. */
    private long millisToNextTimer(long now) {
        long nanos = timers.nanosToNext(now);
        return nanos == Long.MAX_VALUE ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
    }

    /** One bad socket is told of it, and the loop goes on with the next. */
    private void dispatch(SelectionKey key) {
        if (busySince.getPlain() == NEVER) {
            nowNanos = System.nanoTime();
            busySince.setRelease(nowNanos);
            idle.busy(nowNanos);
        }
        var ready = (Ready) key.attachment();
        try {
            if (key.isValid()) {
                ready.ready(key);
            }
        } catch (IOException | RuntimeException | Error e) {
            ready.failed(e);
        }
    }

    private void runTimers() {
        for (Runnable due = timers.poll(nowNanos); due != null; due = timers.poll(nowNanos)) {
            runSafely(due);
        }
    }

    private void runSafely(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            log.log(Level.ERROR, "task failed; continuing", e);
        }
    }

    private void flushDirty() {
        for (Connection next = dirty.poll(); next != null; next = dirty.poll()) {
            next.flush();
        }
    }

    /** In this loop's next turn. */
    @Override
    boolean execute(Runnable task) {
        tasks.add(task);
        if (asleep.get() && asleep.compareAndSet(true, false)) {
            selector.wakeup();
        }
        return !(stopped && tasks.remove(task));
    }

    @Override
    long nowNanos() {
        return nowNanos;
    }

    /** How long there was something to do, in all; from any thread. A turn can take long, so it counts while it lasts. */
    long busyNanos() {
        long since = busySince.getAcquire();
        return busyNanos.getAcquire() + (since == NEVER ? 0 : System.nanoTime() - since);
    }

    Cancellable after(long delayNanos, @Nullable SerialExecutor lane, Runnable task) {
        return timers.add(System.nanoTime() + delayNanos, lane, task);
    }

    /** Has the connection written to at the end of this turn. */
    void flushLater(Connection connection) {
        dirty.add(connection);
    }

    SelectionKey register(SelectableChannel channel, int operations, Ready attachment) throws IOException {
        return channel.register(selector, operations, attachment);
    }

    boolean isRegistered(SelectableChannel channel) {
        return channel.keyFor(selector) != null;
    }

    /** Takes in a new connection. */
    void open(SocketChannel channel, OpenFlowController controller) {
        try {
            connections.add(Connection.open(channel, this, controller));
        } catch (IOException | RuntimeException | Error e) {
            try {
                channel.close();
            } catch (IOException _) {
                // it is of no use any more
            }
            log.log(Level.WARNING, "a new connection failed", e);
        }
    }

    /** It is closed. */
    void forget(Connection connection) {
        connections.remove(connection);
    }

    /** Gives up a connection that goes over to another loop; returns its timers. */
    List<TimerQueue.Timer> release(Connection connection, SerialExecutor lane) {
        connections.remove(connection);
        dirty.remove(connection);
        return timers.removeAll(lane);
    }

    /** Takes over a connection from another loop, and its timers. */
    void take(Connection connection, List<TimerQueue.Timer> itsTimers) {
        connections.add(connection);
        timers.addAll(itsTimers);
    }

    /** From now on it is counted anew how much each connection reads. */
    void startComparing() {
        connections.forEach(Connection::takeBytesRead);
    }

    /**
     * Hands that connection to another loop which makes both most equal, if there is one; by what was read since it was
     * compared the last time.
     *
     * @param busy what part of the time this loop has had something to do
     * @param more how much more that is than of the other
     */
    void handOver(Loop other, double busy, double more) {
        Map<Connection, Long> bytes = new HashMap<>();
        connections.forEach(connection -> bytes.put(connection, connection.takeBytesRead()));
        double all = bytes.values().stream().mapToLong(Long::longValue).sum();
        bytes.entrySet().stream()
                .min(Comparator.comparingDouble(entry -> Math.abs(more - 2 * busy * entry.getValue() / all)))
                .filter(entry -> busy * entry.getValue() / all < more)
                .ifPresent(entry -> entry.getKey().moveTo(other));
    }

    /** Hands over any connection. */
    void handOverAny(Loop other) {
        connections.stream()
                .skip(connections.isEmpty() ? 0 : ThreadLocalRandom.current().nextInt(connections.size()))
                .findFirst()
                .ifPresent(connection -> connection.moveTo(other));
    }

    @Override
    void adopt(PipelineRegistry.Snapshot snapshot) {
        pipelines = snapshot;
        for (Connection connection : new ArrayList<>(connections)) {
            connection.session().catchUp();
        }
    }

    /** Ends the loop's thread after this turn, which closes its connections; from any thread but the loop's own. */
    void stop(long timeoutMillis) throws InterruptedException {
        stopping = true;
        selector.wakeup();
        if (started != null) {
            started.join(timeoutMillis);
        }
    }

    private void closeConnections() {
        for (Connection connection : new ArrayList<>(connections)) {
            connection.close("the controller stops");
        }
    }

    private void closeAll() {
        closeConnections();
        stopped = true;
        while (!tasks.isEmpty()) {
            runTasks();
            closeConnections(); // one may have been on its way from another loop
        }
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
