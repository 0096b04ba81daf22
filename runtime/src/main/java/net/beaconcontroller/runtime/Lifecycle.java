package net.beaconcontroller.runtime;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.beaconcontroller.core.pipeline.CallSite;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleException;

/**
 * Starts, stops and removes one version of an application on a thread of its own, on which its constructors and its
 * methods with {@code @Activate} and {@code @Deactivate} run. The caller waits for an action, but no longer than a time
 * limit: then the version hangs, until the action returns. The actions run one after the other. The thread exists only
 * while there are actions. Safe for use by several threads.
 */
final class Lifecycle {
    /** The setting of the time limit. */
    static final String SETTING = "isolation.lifecycle-time";

    private static final System.Logger LOG = System.getLogger(Applications.class.getName());

    /** The time that the caller waits for an action after one that hangs, and that was interrupted for it. */
    private static final Duration AFTER_INTERRUPTION = Duration.ofMillis(500);

    private static final Duration FOREVER = Duration.ofDays(36_500);

    /** An action that calls code of the application. */
    @FunctionalInterface
    interface Action {
        void run() throws BundleException;
    }

    /** The action that is running. */
    private static final class Running {
        final Thread thread = Thread.currentThread();
        final String name;
        final long beginNanos = System.nanoTime();
        volatile boolean isOverdue;

        Running(String name) {
            this.name = name;
        }
    }

    private final String application;
    private final String version;
    private final Duration limit;
    private final Executor executor;
    private volatile @Nullable Running running;

    /**
     * Creates an object without a thread.
     *
     * @param application the name of the application
     * @param limit the time limit; empty for none
     */
    Lifecycle(String application, String version, Optional<Duration> limit) {
        this.application = application;
        this.version = version;
        this.limit = limit.orElse(FOREVER);
        this.executor = new ThreadPoolExecutor(
                0,
                1,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("beacon-app-" + application).factory());
    }

    /**
     * Runs an action after the earlier ones. If one of these hangs, it is interrupted.
     *
     * @param name the name of the action, for messages
     * @return whether the action has returned; false if it is running, or will run
     * @throws BundleException if the action throws it before the time limit
     */
    boolean run(String name, Action action) throws BundleException {
        return run(name, action, limit);
    }

    /** Runs an action as {@link #run(String, Action)} does, with another time limit. */
    boolean run(String name, Action action, Duration patience) throws BundleException {
        boolean isInterrupted = interrupt();
        var task = new FutureTask<@Nullable Void>(() -> {
            perform(name, action);
            return null;
        });
        executor.execute(task);
        try {
            task.get((isInterrupted ? AFTER_INTERRUPTION : patience).toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException _) {
            setOverdue();
        } catch (ExecutionException e) {
            throw rethrown(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    /** Interrupts the action that hangs. Returns whether there is one. */
    private boolean interrupt() {
        Running now = running;
        if (now == null || !now.isOverdue) {
            return false;
        }
        now.thread.interrupt();
        return true;
    }

    private void perform(String name, Action action) throws BundleException {
        var current = new Running(name);
        running = current;
        try {
            action.run();
        } catch (BundleException | RuntimeException | Error e) {
            if (current.isOverdue) {
                LOG.log(
                        Level.ERROR,
                        "application %s: %s of version %s failed after its time limit"
                                .formatted(application, name, version),
                        e);
            }
            throw e;
        } finally {
            running = null;
        }
    }

    private void setOverdue() {
        Running now = running;
        if (now != null && !now.isOverdue) {
            now.isOverdue = true;
            LOG.log(Level.ERROR, "application %s: %s (setting %s)".formatted(application, describe(now), SETTING));
        }
    }

    private static BundleException rethrown(ExecutionException e) {
        return switch (e.getCause()) {
            case BundleException thrown -> thrown;
            case RuntimeException thrown -> throw thrown;
            case Error thrown -> throw thrown;
            case null, default -> throw new IllegalStateException(e);
        };
    }

    /** Returns the action that hangs, with its thread, in words; empty if none does. */
    Optional<String> hanging() {
        return Optional.ofNullable(running).filter(now -> now.isOverdue).map(this::describe);
    }

    private String describe(Running action) {
        return "%s of version %s has not returned for %d s: thread %s%s"
                .formatted(
                        action.name,
                        version,
                        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - action.beginNanos),
                        action.thread.getName(),
                        CallSite.outsideJdk(action.thread.getStackTrace())
                                .map(frame -> ", at " + frame)
                                .orElse(""));
    }
}
