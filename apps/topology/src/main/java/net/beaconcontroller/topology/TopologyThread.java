package net.beaconcontroller.topology;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import net.beaconcontroller.api.concurrent.ListenerList;
import net.beaconcontroller.api.concurrent.SingleThreadExecutor;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.api.concurrent.Time;

/**
 * The thread that owns the {@link TopologyModel}. It applies changes, publishes the resulting snapshot, and notifies
 * the listeners and the log. Changes that arrive together result in one snapshot. Thread-safe.
 */
final class TopologyThread implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("topology");

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ListenerList<TopologyListener> listeners = new ListenerList<>(LOG);
    private final Time time;
    private final SingleThreadExecutor executor;
    private volatile TopologySnapshot snapshot = TopologySnapshot.EMPTY;

    // Used on the thread of the executor only.

    private final TopologyModel model;
    private boolean publishing;
    private long publishAtNanos;
    /** Whether there are changes that have not been logged. */
    private boolean changing;

    private long changingSinceNanos;
    private long changedNanos;

    /** Starts the thread, which from now on owns the model. */
    TopologyThread(TopologyModel model, Threads threads) {
        this.model = model;
        this.time = threads.time();
        this.publishAtNanos = time.nanos();
        this.executor = threads.newExecutor("beacon-topology", LOG, Integer.MAX_VALUE);
        executor.start();
    }

    /** Stops applying changes and notifying listeners. */
    @Override
    public void close() {
        executor.close();
    }

    boolean isStopped() {
        return executor.isClosed();
    }

    /** Returns the time of the clock of the thread, see {@link Time#nanos}. */
    long nowNanos() {
        return time.nanos();
    }

    TopologySnapshot snapshot() {
        return snapshot;
    }

    /** Returns the number of queued changes. Callers limit it: they queue each key, such as a port, once. */
    int queued() {
        return executor.queued();
    }

    /** Queues a change. Changes are applied in order; after {@link #close}, none is. */
    void change(Consumer<TopologyModel> change) {
        executor.execute(() -> {
            change.accept(model);
            publishSoon();
        });
    }

    /** Applies a change at each interval. */
    void changeEach(Duration interval, Consumer<TopologyModel> change) {
        executor.execute(() -> executor.schedule(interval.toNanos(), () -> {
            changeEach(interval, change);
            change(change);
        }));
    }

    /** Publishes after the queued changes, and so rarely that publishing takes at most a third of the time. */
    private void publishSoon() {
        if (!publishing) {
            publishing = true;
            executor.schedule(publishAtNanos - time.nanos(), () -> executor.execute(this::publish));
        }
    }

    private void publish() {
        publishing = false;
        long begin = time.nanos();
        TopologyChange change = model.publish();
        if (change != null) {
            snapshot = change.after();
            listeners.callAll(listener -> listener.topologyChanged(change));
            logWhenQuiet();
        }
        long end = time.nanos();
        publishAtNanos = end + 2 * (end - begin);
    }

    private void logWhenQuiet() {
        changedNanos = time.nanos();
        if (!changing) {
            changing = true;
            changingSinceNanos = changedNanos;
            executor.schedule(SECOND_NANOS, this::logChange);
        }
    }

    /** Logs the topology once it has not changed for a second, because a network connects in many small changes. */
    private void logChange() {
        long quietNanos = time.nanos() - changedNanos;
        if (quietNanos < SECOND_NANOS) {
            executor.schedule(SECOND_NANOS - quietNanos, this::logChange);
            return;
        }
        changing = false;
        TopologySnapshot now = snapshot;
        LOG.log(
                Level.INFO,
                "%d switches, %d links, %d edges; discovered in %.1f s"
                        .formatted(
                                now.switches().stream().filter(now::isConnected).count(),
                                countCables(now.links()),
                                now.edgeCount(),
                                (changedNanos - changingSinceNanos) / 1e9));
    }

    /** Returns the number of links, where a link and its reverse count once. */
    private static long countCables(List<Link> links) {
        var all = new HashSet<>(links);
        return links.stream()
                .filter(link -> link.from().compareTo(link.to()) < 0 || !all.contains(link.reversed()))
                .count();
    }

    /** Adds a listener. It receives the current topology as one change, and then each change. */
    void addListener(TopologyListener listener) {
        executor.execute(() -> {
            listeners.add(listener);
            listeners.call(
                    listener, added -> added.topologyChanged(TopologyChange.between(TopologySnapshot.EMPTY, snapshot)));
        });
    }

    /** Removes a listener. On return it is not called any more, unless a call takes longer than five seconds. */
    void removeListener(TopologyListener listener) {
        listeners.remove(listener);
        // queued as well, so that it follows the addition
        executor.execute(() -> listeners.remove(listener));
        executor.awaitQueued();
    }
}
