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
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.PacketIn;
import net.beaconcontroller.api.SwitchListener;
import org.jspecify.annotations.Nullable;

/**
 * A thread with a selector, and all that happens to the connections assigned to it. Only {@link #execute} and what is said
 * to be safe may be called from other threads.
 */
final class Loop implements Runnable {
    private static final System.Logger LOG = System.getLogger(Loop.class.getPackageName());

    /** More have to wait, so that those who give them faster than they are done cannot keep the sockets waiting. */
    private static final int TASKS_A_TURN = 1024;

    /** What a ready socket is handed to. */
    interface Ready {
        void ready(SelectionKey key) throws IOException;

        void failed(Throwable cause);
    }

    private final String name;
    private final Selector selector;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Timers timers = new Timers();
    private final Set<Connection> connections = new HashSet<>();
    private final ArrayDeque<Connection> dirty = new ArrayDeque<>();
    private final AtomicBoolean asleep = new AtomicBoolean();
    private @Nullable Thread thread;
    private volatile boolean stopping;
    private volatile boolean stopped;
    private final Idle idle;
    private final Consumer<SelectionKey> dispatch = this::dispatch;
    /** Whether a socket was ready in this turn. */
    private boolean busy;

    private long nowNanos = System.nanoTime();

    /** What every connection of this loop reads into, one at a time; the views of messages lie over it. */
    final byte[] input;

    final ByteBuffer inputBuffer;
    final PacketIn packetIn = new PacketIn();
    final PacketIn packetInAhead = new PacketIn();

    /** For what peers and applications do wrong, and what fails. */
    final LogLimiter log = new LogLimiter(LOG, 10);

    /** For switches that come and go. */
    final LogLimiter arrivals = new LogLimiter(LOG, 1000);

    Pipelines.Snapshot pipelines = new Pipelines.Snapshot(List.of());

    Loop(String name, Options.Io options) throws IOException {
        this.name = name;
        this.idle = new Idle(options.waiting());
        this.selector = Selector.open();
        this.input = new byte[options.readBuffer()];
        this.inputBuffer = ByteBuffer.wrap(input);
    }

    void start() {
        var started = new Thread(this, name);
        thread = started;
        started.start();
    }

    /** Makes the calling thread the one that this loop's duties are done on, instead of one of its own. */
    void bindToCurrentThread() {
        thread = Thread.currentThread();
    }

    @Override
    public void run() {
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
        timers.expire(nowNanos);
        flushDirty();
    }

    private void runTasks() {
        for (int i = 0; i < TASKS_A_TURN; i++) {
            Runnable task = tasks.poll();
            if (task == null) {
                break;
            }
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                log.log(Level.ERROR, "a task failed", e);
            }
        }
        flushDirty(); // before the loop may fall asleep
    }

    private void select() throws IOException {
        busy = false;
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
            selector.select(dispatch, timers.millisToNext(now));
        } else {
            selector.selectNow(dispatch);
        }
        asleep.set(false);
    }

    /** One bad socket is told of it, and the loop goes on with the next. */
    private void dispatch(SelectionKey key) {
        if (!busy) {
            busy = true;
            nowNanos = System.nanoTime();
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

    private void flushDirty() {
        for (Connection next = dirty.poll(); next != null; next = dirty.poll()) {
            next.flush();
        }
    }

    /** Runs a task in this loop's next turn; from any thread. Returns false if the loop has ended and will not. */
    boolean execute(Runnable task) {
        tasks.add(task);
        if (asleep.get() && asleep.compareAndSet(true, false)) {
            selector.wakeup();
        }
        return !(stopped && tasks.remove(task));
    }

    /** Safe from any thread. */
    boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    /** The time when the sockets that are being handled became ready. */
    long nowNanos() {
        return nowNanos;
    }

    Timers.Timer after(long delayNanos, Runnable task) {
        return timers.add(System.nanoTime() + delayNanos, () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                log.log(Level.ERROR, "a timer's task failed", e);
            }
        });
    }

    /** Has the connection written to at the end of this turn. */
    void flushLater(Connection connection) {
        dirty.add(connection);
    }

    SelectionKey register(SelectableChannel channel, int operations, Ready attachment) throws IOException {
        return channel.register(selector, operations, attachment);
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

    void forget(Connection connection) {
        connections.remove(connection);
    }

    /** Goes over to another order of listeners, and tells one that joins of the switches that are here. */
    void adopt(Pipelines.Snapshot snapshot, @Nullable Listener joining) {
        pipelines = snapshot;
        if (joining instanceof SwitchListener listener) {
            for (Connection connection : new ArrayList<>(connections)) {
                connection.session().introduceTo(listener);
            }
        }
    }

    /** Ends the loop's thread after this turn, which closes its connections; from any thread but the loop's own. */
    void stop(long timeoutMillis) throws InterruptedException {
        stopping = true;
        selector.wakeup();
        if (thread != null) {
            thread.join(timeoutMillis);
        }
    }

    private void closeAll() {
        for (Connection connection : new ArrayList<>(connections)) {
            connection.close("the controller stops");
        }
        stopped = true;
        while (!tasks.isEmpty()) {
            runTasks();
        }
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
