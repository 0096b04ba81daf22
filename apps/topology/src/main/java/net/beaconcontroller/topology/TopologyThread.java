package net.beaconcontroller.topology;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The topology's own thread, which has the {@link TopologyModel}. It makes the changes that it is given, publishes what
 * comes of them, and tells the listeners and the log; many changes that come at once make one snapshot. Safe for use by
 * several threads.
 */
final class TopologyThread implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("topology");

    private static final long STOP_SECONDS = 5;
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final List<TopologyListener> listeners = new CopyOnWriteArrayList<>();
    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, TopologyThread::newThread);
    private volatile TopologySnapshot snapshot = TopologySnapshot.EMPTY;
    private volatile boolean stopped;

    // For the thread

    private final TopologyModel model;
    private boolean publishing;
    private long publishAtNanos = System.nanoTime();
    /** Whether changes have not been told to the log yet, and since when. */
    private boolean changing;

    private long changingSinceNanos;
    private long changedNanos;

    /** Begins with an empty model, which is for this thread alone. */
    TopologyThread(TopologyModel model) {
        this.model = model;
        thread.setRemoveOnCancelPolicy(true);
    }

    private static Thread newThread(Runnable task) {
        var thread = new Thread(task, "beacon-topology");
        thread.setDaemon(true);
        return thread;
    }

    /** Makes no more changes, and tells nobody anything. */
    @Override
    public void close() {
        stopped = true;
        thread.shutdownNow();
    }

    boolean isStopped() {
        return stopped;
    }

    TopologySnapshot snapshot() {
        return snapshot;
    }

    /** Makes a change, after those that it was given before; nothing if it is stopped. */
    void change(Consumer<TopologyModel> change) {
        onThread(() -> make(change));
    }

    /** Makes a change again and again. */
    void changeEachSecond(Consumer<TopologyModel> change) {
        var _ = thread.scheduleWithFixedDelay(safely(() -> make(change)), 1, 1, TimeUnit.SECONDS);
    }

    private void make(Consumer<TopologyModel> change) {
        change.accept(model);
        publishSoon();
    }

    private void onThread(Runnable task) {
        try {
            thread.execute(safely(task));
        } catch (RejectedExecutionException _) {
            // it was stopped
        }
    }

    private static Runnable safely(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                LOG.log(Level.ERROR, "an error of the topology, which goes on", e);
            }
        };
    }

    /** After all that is to be done already; and not so often that it takes more than a third of the time. */
    private void publishSoon() {
        if (!publishing && !stopped) {
            publishing = true;
            var _ = thread.schedule(
                    safely(this::publish), Math.max(0, publishAtNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
    }

    private void publish() {
        publishing = false;
        long begin = System.nanoTime();
        TopologyChange change = model.publish();
        if (change != null) {
            snapshot = change.after();
            listeners.forEach(listener -> tell(listener, change));
            changed();
        }
        long end = System.nanoTime();
        publishAtNanos = end + 2 * (end - begin);
    }

    private static void tell(TopologyListener listener, TopologyChange change) {
        try {
            listener.topologyChanged(change);
        } catch (RuntimeException | Error e) {
            LOG.log(
                    Level.ERROR,
                    "a listener to the topology failed: " + listener.getClass().getName(),
                    e);
        }
    }

    private void changed() {
        changedNanos = System.nanoTime();
        if (!changing) {
            changing = true;
            changingSinceNanos = changedNanos;
            tellLogIn(QUIET_NANOS);
        }
    }

    private void tellLogIn(long nanos) {
        if (!stopped) {
            var _ = thread.schedule(safely(this::tellLog), nanos, TimeUnit.NANOSECONDS);
        }
    }

    /** When nothing has changed for a second, as a network connects and fails in many changes. */
    private void tellLog() {
        long quietNanos = System.nanoTime() - changedNanos;
        if (quietNanos < QUIET_NANOS) {
            tellLogIn(QUIET_NANOS - quietNanos);
            return;
        }
        changing = false;
        TopologySnapshot now = snapshot;
        LOG.log(
                Level.INFO,
                "topology: %d switches, %d links, %d edges; found out in %.1f s"
                        .formatted(
                                now.switches().size(),
                                now.links().size(),
                                now.switches().stream()
                                        .mapToInt(id -> now.edges(id).numbers().size())
                                        .sum(),
                                (changedNanos - changingSinceNanos) / 1e9));
    }

    /** Has a listener told of everything that is there, and then of each change. */
    void addListener(TopologyListener listener) {
        onThread(() -> {
            listeners.add(listener);
            tell(listener, SnapshotDiff.allAdded(snapshot));
        });
    }

    /**
     * When it returns, the listener is told nothing more, unless it did not return from a change within five seconds.
     */
    void removeListener(TopologyListener listener) {
        listeners.remove(listener);
        try {
            thread.submit(() -> listeners.remove(listener)).get(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            LOG.log(Level.DEBUG, "a listener to the topology is left behind", e);
        }
    }
}
