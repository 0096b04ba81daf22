package net.beaconcontroller.switchkit.io;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.api.concurrent.Steps;
import net.beaconcontroller.api.concurrent.ThreadHandle;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.api.concurrent.TimerQueue;
import org.jspecify.annotations.Nullable;

/**
 * An event loop of switches that connect to a controller. Its thread handles sockets, tasks and timers. {@link
 * #execute}, {@link #tryExecute}, {@link #call} and {@link #close} are thread-safe; the other methods must be called on
 * the loop's thread. Start reading at {@link #step}.
 */
public final class SelectLoop implements Steps, AutoCloseable {
    private static final Logger log = System.getLogger(SelectLoop.class.getName());

    /** The limit of tasks per iteration, so that tasks that add tasks do not delay sockets and timers. */
    private static final int MAX_TASKS_PER_ITERATION = 1024;

    /** Small enough for the cache of a core, together with the output. */
    private static final int INPUT_LENGTH = 1 << 17;

    private static final long JOIN_MILLIS = 10_000;

    /**
     * The longest sleep between two polls of the sockets when a timer is due within a millisecond, the resolution of
     * {@link Selector#select(long)}.
     */
    private static final long POLL_NANOS = 100_000;

    /** When timers run. */
    public enum Timing {
        /** Up to a millisecond late, the resolution of {@link Selector#select(long)}. */
        COARSE,
        /** Up to 0.1 ms late: the loop polls its sockets in the last millisecond before a timer is due. */
        PRECISE
    }

    /** Handles the events of a socket. Exceptions of the other methods are passed to {@link #failed}. */
    public interface Ready {
        /** Handles a socket that is ready. */
        void ready(SelectionKey key) throws IOException;

        void failed(Throwable cause);

        /** Writes pending output; called once after {@link #flushLater}. */
        default void flush() throws IOException {}
    }

    private final Selector selector;
    private final Time time;
    private final SelectorProvider sockets;
    private final ThreadHandle thread;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final TimerQueue timers = new TimerQueue();
    private final ArrayDeque<Ready> unflushed = new ArrayDeque<>();
    private final Timing timing;
    private final ByteBuffer input;
    private final Consumer<SelectionKey> dispatch = this::dispatch;
    private @Nullable Runnable turn;
    private volatile boolean closing;
    private volatile boolean ended;

    private SelectLoop(String name, Timing timing, ByteBuffer input, Threads threads, SelectorProvider sockets)
            throws IOException {
        this.timing = timing;
        this.input = input;
        this.time = threads.time();
        this.sockets = sockets;
        selector = sockets.openSelector();
        thread = threads.newThread(name, this);
    }

    /**
     * Starts a loop whose timers are precise, with an input buffer that has an array.
     *
     * @param name the name of the thread
     */
    public static SelectLoop start(String name) throws IOException {
        return start(name, Threads.system(), SelectorProvider.provider());
    }

    /** As {@link #start(String)} does, with threads, clocks and sockets from elsewhere. */
    public static SelectLoop start(String name, Threads threads, SelectorProvider sockets) throws IOException {
        return start(new SelectLoop(name, Timing.PRECISE, ByteBuffer.allocate(INPUT_LENGTH), threads, sockets));
    }

    /**
     * Starts a loop with a direct input buffer.
     *
     * @param name the name of the thread
     */
    public static SelectLoop startDirect(String name, Timing timing) throws IOException {
        return start(new SelectLoop(
                name, timing, ByteBuffer.allocateDirect(INPUT_LENGTH), Threads.system(), SelectorProvider.provider()));
    }

    private static SelectLoop start(SelectLoop loop) {
        loop.thread.start();
        return loop;
    }

    /**
     * Runs a task on the loop, after all tasks that the calling thread has submitted before. Thread-safe.
     *
     * @throws RejectedExecutionException if the loop has ended
     */
    public void execute(Runnable task) {
        if (!tryExecute(task)) {
            throw new RejectedExecutionException("event loop %s has ended".formatted(thread.name()));
        }
    }

    /**
     * Runs a task as {@link #execute} does, unless the loop has ended. Thread-safe.
     *
     * @return whether the loop has not ended
     */
    public boolean tryExecute(Runnable task) {
        tasks.add(task);
        if (!isOnLoop()) {
            selector.wakeup();
            thread.wake();
        }
        return !(ended && tasks.remove(task));
    }

    /**
     * Runs a task on the loop and waits for its result. Thread-safe; on the loop's thread the task runs immediately.
     *
     * @throws RuntimeException the exception of the task, wrapped in a {@link CompletionException} if it is a checked
     *     one
     * @throws RejectedExecutionException if the loop has ended or ends before it runs the task
     */
    public <T extends @Nullable Object> T call(Callable<T> task) {
        var future = new FutureTask<T>(task);
        if (isOnLoop()) {
            future.run();
        } else {
            execute(future);
        }
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for event loop " + thread.name(), e);
        } catch (CancellationException e) {
            throw new RejectedExecutionException("event loop %s has ended".formatted(thread.name()), e);
        } catch (ExecutionException e) {
            throw unwrapped(e);
        }
    }

    private static RuntimeException unwrapped(ExecutionException wrapper) {
        Throwable cause = wrapper.getCause();
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException e ? e : new CompletionException(cause);
    }

    /**
     * Runs a task after a delay. Tasks that are due at the same time run in the order of these calls. For the loop's
     * thread.
     */
    public Cancellable after(long delayNanos, Runnable task) {
        return timers.add(nowNanos() + delayNanos, task);
    }

    /**
     * Runs a task in each iteration from now on, after the sockets. The loop does not sleep between iterations, so that
     * its measurements exclude the time of a wake-up. For the loop's thread.
     */
    public void spin(Runnable task) {
        turn = task;
    }

    /** Returns the time by the clock of {@link #after}, see {@link Time#nanos}. */
    public long nowNanos() {
        return time.nanos();
    }

    /** Returns the clocks of the loop. Thread-safe. */
    public Time time() {
        return time;
    }

    /** Opens a socket that can be registered with the selector. Thread-safe. */
    public SocketChannel openSocket() throws IOException {
        return sockets.openSocketChannel();
    }

    /**
     * Closes all sockets and ends the thread, and waits for its end unless called on it. Drops pending tasks and
     * timers.
     */
    @Override
    public void close() {
        closing = true;
        selector.wakeup();
        thread.wake();
        if (!isOnLoop()) {
            boolean interrupted = false;
            boolean isOver = false;
            while (!isOver) {
                try {
                    isOver = thread.join(JOIN_MILLIS);
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Registers a socket with the selector.
     *
     * @param ready the handler to call when the socket is ready for one of the operations
     */
    public SelectionKey register(SelectableChannel channel, int operations, Ready ready) throws IOException {
        return channel.register(selector, operations, ready);
    }

    /** Calls {@link Ready#flush} at the end of the current iteration. A handler must not be queued twice. */
    public void flushLater(Ready ready) {
        unflushed.add(ready);
    }

    /** Returns the shared read buffer. A handler may use it until it returns. */
    public ByteBuffer input() {
        return input;
    }

    private boolean isOnLoop() {
        return thread.isCurrent();
    }

    /** Runs one iteration: ready sockets, tasks, due timers, then one write for each connection with pending output. */
    @Override
    public long step() {
        if (closing) {
            return END;
        }
        try {
            return runOnce();
        } catch (IOException | RuntimeException | Error e) {
            log.log(Level.ERROR, "event loop iteration failed; continuing", e);
            return 0;
        }
    }

    /** Returns the nanoseconds to wait before the next iteration. */
    private long runOnce() throws IOException {
        long pause = select();
        if (pause > 0) {
            return pause;
        }
        runUnlessNull(turn);
        for (int i = 0; i < MAX_TASKS_PER_ITERATION && !closing; i++) {
            if (!runUnlessNull(tasks.poll())) {
                break;
            }
        }
        // Timers that become due while timers run are left to the next iteration.
        long now = nowNanos();
        while (runUnlessNull(timers.poll(now))) {}
        flush();
        return 0;
    }

    /**
     * Handles the sockets that are ready. Returns the time to wait if none is and a timer is due within a millisecond.
     */
    private long select() throws IOException {
        if (turn != null) {
            selector.selectNow(dispatch);
            return 0;
        }
        long nanos = tasks.isEmpty() && !closing ? timers.nanosToNext(nowNanos()) : 0;
        if (nanos == Long.MAX_VALUE) {
            selector.select(dispatch);
        } else if (nanos >= TimeUnit.MILLISECONDS.toNanos(1)) {
            selector.select(dispatch, TimeUnit.NANOSECONDS.toMillis(nanos));
        } else if (nanos > 0 && timing == Timing.COARSE) {
            selector.select(dispatch, 1);
        } else if (selector.selectNow(dispatch) == 0 && nanos > 0 && tasks.isEmpty()) {
            return Math.min(nanos, POLL_NANOS);
        }
        return 0;
    }

    private static boolean runUnlessNull(@Nullable Runnable task) {
        if (task == null) {
            return false;
        }
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            log.log(Level.ERROR, "event loop task failed", e);
        }
        return true;
    }

    private void dispatch(SelectionKey key) {
        Ready ready = (Ready) key.attachment();
        try {
            ready.ready(key);
        } catch (IOException | RuntimeException | Error e) {
            ready.failed(e);
        }
    }

    private void flush() {
        for (Ready ready = unflushed.poll(); ready != null; ready = unflushed.poll()) {
            try {
                ready.flush();
            } catch (IOException | RuntimeException | Error e) {
                ready.failed(e);
            }
        }
    }

    @Override
    public void end() {
        for (SelectionKey key : List.copyOf(selector.keys())) {
            closeQuietly(key.channel());
        }
        closeQuietly(selector);
        ended = true;
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            if (task instanceof FutureTask<?> call) {
                call.cancel(false);
            }
        }
    }

    /** Closes a resource and logs a failure at debug level. */
    public static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            log.log(Level.DEBUG, "cannot close a resource", e);
        }
    }
}
