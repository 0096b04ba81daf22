package net.beaconcontroller.core.io;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.api.concurrent.Steps;
import net.beaconcontroller.api.concurrent.ThreadHandle;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.api.concurrent.TimerQueue;
import net.beaconcontroller.core.pipeline.CurrentCall;
import net.beaconcontroller.core.pipeline.ListenerThread;
import net.beaconcontroller.core.pipeline.PipelineSnapshot;
import net.beaconcontroller.core.pipeline.SerialExecutor;
import org.jspecify.annotations.Nullable;

/**
 * An event loop: a thread, a selector, and the connections assigned to it, for which the thread does all work. Other
 * threads may only call {@link #execute} and the methods documented as safe.
 */
public final class Loop extends ListenerThread implements Steps {
    /** Bounds the tasks of one iteration, so that a fast producer of tasks cannot starve the sockets. */
    private static final int MAX_TASKS_PER_ITERATION = 1024;

    /** The handler of a registered channel; the attachment of its selection key. */
    interface ReadyHandler {
        /** Handles the ready operations of the channel. */
        void ready(SelectionKey key) throws IOException;

        /** Handles an exception that {@link #ready} threw. */
        void failed(Throwable cause);
    }

    private final String name;
    private final Selector selector;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final TimerQueue timers = new TimerQueue();
    private final Set<Connection> connections = new LinkedHashSet<>();
    private final ArrayDeque<Connection> unflushed = new ArrayDeque<>();
    private final AtomicBoolean asleep = new AtomicBoolean();
    private final ConnectionServices services;
    private final Time time;
    private final ThreadHandle thread;
    private volatile boolean stopping;
    private volatile boolean stopped;
    private final IdleStrategy idle;
    private final BusyTime busyTime;
    private final Consumer<SelectionKey> dispatch = this::dispatch;
    /** The time at which the sockets were last polled. */
    private long nowNanos;

    /** The receive buffer of all connections, used by one at a time. Message views wrap it. */
    final byte[] input;

    public Loop(String name, ConnectionServices services) throws IOException {
        super(services.threads());
        this.services = services;
        this.name = name;
        this.time = services.threads().time();
        this.nowNanos = time.nanos();
        this.busyTime = new BusyTime(time);
        this.idle = new IdleStrategy(services.options().waiting());
        this.selector = services.sockets().openSelector();
        this.input = new byte[services.options().limits().readBuffer()];
        this.thread = services.threads().newThread(name, this);
    }

    public void start() {
        setThread(thread);
        thread.start();
    }

    @Override
    public long step() {
        if (stopping) {
            return END;
        }
        try {
            runOnce();
        } catch (IOException | RuntimeException | Error e) {
            logFailure(e);
        }
        return 0;
    }

    private void logFailure(Throwable cause) {
        try {
            log.log(Level.ERROR, "event loop iteration failed; continuing", cause);
        } catch (RuntimeException | Error _) {
            // Logging needs memory. The connection that exhausted it is being closed, which releases memory.
        }
    }

    /**
     * Runs one iteration: tasks of other threads, ready sockets, due timers, then one write for each connection with
     * pending output, so that a burst of replies takes one system call.
     */
    public void runOnce() throws IOException {
        runTasks();
        select();
        runTimers();
        flush();
        busyTime.stop();
    }

    private void runTasks() {
        for (int i = 0; i < MAX_TASKS_PER_ITERATION; i++) {
            Runnable task = tasks.poll();
            if (task == null) {
                break;
            }
            runSafely(task);
        }
        // The loop may sleep before the flush at the end of the iteration.
        flush();
    }

    private void select() throws IOException {
        // A failed iteration leaves a busy period.
        busyTime.reset();
        long now = time.nanos();
        if (idle.maySleep(now) && timers.nanosToNext(now) > 0) {
            sleep(now);
        } else {
            selector.selectNow(dispatch);
        }
        if (!busyTime.isRunning()) {
            nowNanos = time.nanos();
        }
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

    /** Returns the time until the next timer is due, rounded up, or 0 if there is none: the timeout of a select. */
    private long millisToNextTimer(long now) {
        long nanos = timers.nanosToNext(now);
        return nanos == Long.MAX_VALUE ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
    }

    private void dispatch(SelectionKey key) {
        if (!busyTime.isRunning()) {
            nowNanos = time.nanos();
            busyTime.start(nowNanos);
            idle.busy(nowNanos);
        }
        var handler = (ReadyHandler) key.attachment();
        try {
            if (key.isValid()) {
                handler.ready(key);
            }
        } catch (IOException | RuntimeException | Error e) {
            currentCall.end(CurrentCall.NONE);
            handler.failed(e);
        }
    }

    /**
     * Runs the timers that were due when the sockets were polled. A timer that became due while their input was
     * handled, which can take long, waits until they are polled again: otherwise it could miss input that has arrived
     * meanwhile.
     */
    private void runTimers() {
        for (Runnable due = timers.poll(nowNanos); due != null; due = timers.poll(nowNanos)) {
            runSafely(due);
        }
    }

    /** Flushes all connections with output. */
    void flush() {
        for (Connection next = unflushed.poll(); next != null; next = unflushed.poll()) {
            next.flush();
        }
    }

    @Override
    public boolean execute(Runnable task) {
        tasks.add(task);
        if (asleep.get() && asleep.compareAndSet(true, false)) {
            selector.wakeup();
        }
        return !(stopped && tasks.remove(task));
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }

    /** Returns the name of the thread. Safe for use by any thread. */
    public String name() {
        return name;
    }

    /** Returns the total time spent handling events. Safe for use by any thread. */
    public long busyNanos() {
        return busyTime.totalNanos();
    }

    /**
     * Returns for how long the loop has been handling the events of one iteration; 0 if it waits for some. Safe for use
     * by any thread.
     */
    public long currentBusyNanos() {
        return busyTime.currentNanos();
    }

    /**
     * Runs a task after a delay.
     *
     * @param owner the executor that {@link #remove} moves the timer with; null for none
     */
    Cancellable schedule(long delayNanos, @Nullable SerialExecutor owner, Runnable task) {
        return timers.add(time.nanos() + delayNanos, owner, task);
    }

    /** Flushes a connection at the end of this iteration. */
    void flushLater(Connection connection) {
        unflushed.add(connection);
    }

    SelectionKey register(SelectableChannel channel, int operations, ReadyHandler handler) throws IOException {
        return channel.register(selector, operations, handler);
    }

    boolean isRegistered(SelectableChannel channel) {
        return channel.keyFor(selector) != null;
    }

    /** Creates the connection of a connected channel. */
    void open(SocketChannel channel, ConnectionSource source) {
        try {
            connections.add(Connection.open(channel, source, this, services));
        } catch (IOException | RuntimeException | Error e) {
            try {
                channel.close();
            } catch (IOException _) {
                // The channel was never used.
            }
            services.limits().closed();
            source.closed();
            log.log(Level.WARNING, "new connection failed", e);
        }
    }

    /** Returns the connections assigned to this loop. */
    Set<Connection> connections() {
        return connections;
    }

    /** Removes a closed connection. */
    void remove(Connection connection) {
        connections.remove(connection);
    }

    /** Removes a connection that moves to another loop after a {@link #flush}, and returns its timers. */
    List<TimerQueue.Timer> remove(Connection connection, SerialExecutor executor) {
        connections.remove(connection);
        return timers.removeAll(executor);
    }

    /** Adds a connection that arrives from another loop, with its timers. */
    void add(Connection connection, List<TimerQueue.Timer> itsTimers) {
        connections.add(connection);
        timers.addAll(itsTimers);
    }

    @Override
    public void adopt(PipelineSnapshot snapshot) {
        pipelines = snapshot;
        packetIns.pipelineChanged();
        for (Connection connection : new ArrayList<>(connections)) {
            connection.introduce();
        }
    }

    /** Ends the thread, which closes its connections, after this iteration. For any thread but the loop's own. */
    public void stop(long timeoutMillis) throws InterruptedException {
        stopping = true;
        selector.wakeup();
        var _ = thread.join(timeoutMillis);
    }

    private void closeConnections() {
        for (Connection connection : new ArrayList<>(connections)) {
            connection.close("controller stopped");
        }
    }

    @Override
    public void end() {
        closeConnections();
        stopped = true;
        while (!tasks.isEmpty()) {
            runTasks();
            // A task may have added a connection from another loop.
            closeConnections();
        }
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
