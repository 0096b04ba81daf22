package net.beaconcontroller.console;

import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * A shutdown hook that ends the process. After SIGINT or SIGTERM, the process stops in order, with exit code 0. After a
 * call of {@link System#exit} by an application, it cannot: the call does not return, and a stop would wait for its
 * thread. The process then runs another action, and ends with exit code 1, regardless of the code of the call: it is a
 * failure, also if an application calls it a success.
 */
public final class StopHook implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(StopHook.class.getName());

    private static final int FAILURE = 1;

    /** The time for which the process waits for the action after a call of {@link System#exit}. */
    private static final long ABORT_MILLIS = 1_000;

    private final Thread hook;

    private StopHook(Optional<Runnable> stop, Runnable abort) {
        hook = new Thread(
                () -> {
                    if (!isCausedBySignal()) {
                        abort(abort);
                    }
                    stop.ifPresent(StopHook::stop);
                },
                "beacon-stop");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Registers the hook.
     *
     * @param stop the action after a signal
     * @param abort the action after a call of {@link System#exit}; it has a second
     */
    public StopHook(Runnable stop, Runnable abort) {
        this(Optional.of(stop), abort);
    }

    /** Registers the hook with an action after a signal. */
    public StopHook(Runnable stop) {
        this(stop, () -> {});
    }

    /** Registers a hook for calls of {@link System#exit} only. A signal ends the process as without a hook. */
    public static StopHook forExit() {
        return new StopHook(Optional.empty(), () -> {});
    }

    /** The JVM calls {@code java.lang.Terminator} on a thread that it starts for the signal. */
    private static boolean isCausedBySignal() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getClassName().startsWith("java.lang.Terminator"));
    }

    private static void stop(Runnable action) {
        try {
            action.run();
        } finally {
            // The JVM would exit with 143 after SIGTERM, which looks like a failure.
            Runtime.getRuntime().halt(0);
        }
    }

    private static void abort(Runnable action) {
        // On another thread, because the log and the action can need a lock that the caller of System.exit holds.
        Thread aborting = Thread.ofPlatform().daemon().name("beacon-abort").start(() -> {
            LOG.log(Level.ERROR, "System.exit was called%s; ending with exit code %d".formatted(caller(), FAILURE));
            action.run();
        });
        try {
            aborting.join(ABORT_MILLIS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            Runtime.getRuntime().halt(FAILURE);
        }
    }

    /** Returns the thread and the line that have called {@link System#exit}; empty if it is a virtual thread. */
    private static String caller() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> Arrays.stream(entry.getValue()).anyMatch(StopHook::isExit))
                .findFirst()
                .map(StopHook::describe)
                .orElse("");
    }

    private static boolean isExit(StackTraceElement frame) {
        return frame.getClassName().equals(Runtime.class.getName())
                && frame.getMethodName().equals("exit");
    }

    private static String describe(Map.Entry<Thread, StackTraceElement[]> thread) {
        return " on thread %s%s"
                .formatted(
                        thread.getKey().getName(),
                        Arrays.stream(thread.getValue())
                                .filter(frame -> !frame.getClassName().matches("(java|jdk|sun)[.].*"))
                                .findFirst()
                                .map(frame -> ", at " + frame)
                                .orElse(""));
    }

    /** Removes the hook. Has no effect if the process is ending. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The hook is running and ends the process.
        }
    }
}
