package net.beaconcontroller.emulator.loop;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
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
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The thread on which everything of an emulated network happens: sockets, tasks and timers, in turns. {@link #execute}, {@link
 * #call} and {@link #close} may be called on any thread, the rest on the loop's own. Start reading at {@link #turn}.
 */
public final class EmulatorLoop implements AutoCloseable {
    private static final Logger log = System.getLogger(EmulatorLoop.class.getName());

    /** More have to wait for the next turn, so that tasks that make tasks cannot keep sockets and timers waiting. */
    private static final int TASKS_A_TURN = 1024;

    private static final int READ_BUFFER_LENGTH = 1 << 18;

    /** A selector sleeps for whole milliseconds; the rest is slept in pieces of this, between looks at the sockets. */
    private static final long NAP_NANOS = 100_000;

    /** What a ready socket is handed to. */
    public interface Ready {
        /** Whatever it throws is told to {@link #failed}. */
        void ready(SelectionKey key) throws IOException;

        void failed(Throwable cause);

        /** Writes what there is to write; asked for with {@link #flushLater}. */
        void flush() throws IOException;
    }

    private final Selector selector;
    private final Thread thread;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Timers timers = new Timers();
    private final ArrayDeque<Ready> unflushed = new ArrayDeque<>();
    private final ByteBuffer input = ByteBuffer.allocate(READ_BUFFER_LENGTH);
    private final Consumer<SelectionKey> dispatch = this::dispatch;
    private volatile boolean closing;
    private volatile boolean ended;

    private EmulatorLoop(String name) throws IOException {
        selector = Selector.open();
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /**
     * Starts a loop.
     *
     * @param name its thread's
     */
    public static EmulatorLoop start(String name) throws IOException {
        var loop = new EmulatorLoop(name);
        loop.thread.start();
        return loop;
    }

    /**
     * Runs the task on the loop, after those that this thread gave it before. Safe on any thread.
     *
     * @throws RejectedExecutionException if the loop has ended
     */
    public void execute(Runnable task) {
        tasks.add(task);
        if (!isOnLoop()) {
            selector.wakeup();
            LockSupport.unpark(thread);
        }
        if (ended && tasks.remove(task)) {
            throw new RejectedExecutionException("the loop %s has ended".formatted(thread.getName()));
        }
    }

    /**
     * Runs the task on the loop and waits for what it returns. Safe on any thread; on the loop's own it is run at once.
     *
     * @throws RuntimeException what the task threw; within a {@link CompletionException} if that is a checked one
     * @throws RejectedExecutionException if the loop has ended, or ends before
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
            throw new IllegalStateException("interrupted while waiting for the loop " + thread.getName(), e);
        } catch (CancellationException e) {
            throw new RejectedExecutionException("the loop %s has ended".formatted(thread.getName()), e);
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
     * Runs the task once so much time has passed; of two for the same time, the one that was asked for first is first. For the
     * loop's thread.
     */
    public Cancelable after(long delayNanos, Runnable task) {
        return timers.set(nowNanos() + delayNanos, task);
    }

    /** The time that {@link #after} counts in, that of {@link System#nanoTime}. */
    public long nowNanos() {
        return System.nanoTime();
    }

    /** Closes all sockets and ends the thread; on another thread, waits for it. What was not run is dropped. */
    @Override
    public void close() {
        closing = true;
        selector.wakeup();
        LockSupport.unpark(thread);
        if (!isOnLoop()) {
            boolean interrupted = false;
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Reports to {@code ready} when the socket is ready for what is asked for. */
    public SelectionKey register(SocketChannel channel, int operations, Ready ready) throws IOException {
        return channel.register(selector, operations, ready);
    }

    /** Has it flush once at the end of the turn; to be asked for once. */
    public void flushLater(Ready ready) {
        unflushed.add(ready);
    }

    /** What is read into, by one at a time. */
    public ByteBuffer input() {
        return input;
    }

    private boolean isOnLoop() {
        return Thread.currentThread() == thread;
    }

    private void run() {
        try {
            while (!closing) {
                try {
                    turn();
                } catch (IOException | RuntimeException | Error e) {
                    log.log(Level.ERROR, "a turn of the loop failed, which goes on", e);
                }
            }
        } finally {
            end();
        }
    }

    /** One turn: ready sockets, tasks, due timers, then one write for each connection that has something to send. */
    private void turn() throws IOException {
        select();
        for (int i = 0; i < TASKS_A_TURN && !closing; i++) {
            if (!runUnlessNull(tasks.poll())) {
                break;
            }
        }
        long now = nowNanos(); // what becomes due while timers run is for the next turn
        while (runUnlessNull(timers.takeDue(now))) {}
        flush();
    }

    private void select() throws IOException {
        long nanos = tasks.isEmpty() && !closing ? timers.nanosToNext(nowNanos()) : 0;
        if (nanos == Long.MAX_VALUE) {
            selector.select(dispatch);
        } else if (nanos >= TimeUnit.MILLISECONDS.toNanos(1)) {
            selector.select(dispatch, TimeUnit.NANOSECONDS.toMillis(nanos));
        } else if (selector.selectNow(dispatch) == 0 && nanos > 0 && tasks.isEmpty()) {
            LockSupport.parkNanos(this, Math.min(nanos, NAP_NANOS));
        }
    }

    private static boolean runUnlessNull(@Nullable Runnable task) {
        if (task == null) {
            return false;
        }
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            log.log(Level.ERROR, "a task failed", e);
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

    private void end() {
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

    /** Nothing is to be done about what cannot be closed. */
    public static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            log.log(Level.DEBUG, "closing failed", e);
        }
    }
}
