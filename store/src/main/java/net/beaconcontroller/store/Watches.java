package net.beaconcontroller.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.api.store.Watcher;

/** The watches, and the history of each namespace that has any. Safe for use by several threads. */
final class Watches implements AutoCloseable {
    static final int MAX_WATCHES = 10_000;

    private final Readers readers;
    private final Threads threads;
    private final Map<String, Watched> namespaces = new ConcurrentHashMap<>();
    private final Set<Watch> watches = ConcurrentHashMap.newKeySet();
    private final LongAdder snapshots = new LongAdder();

    /** @param count the number of watches */
    private record Watched(History history, int count) {}

    Watches(Readers readers, Threads threads) {
        this.readers = readers;
        this.threads = threads;
    }

    /** Starts a watch. */
    Registration watch(String namespace, String prefix, Watcher<String> watcher) {
        if (watches.size() >= MAX_WATCHES) {
            throw new IllegalStateException("the store has %d watches, which is the limit".formatted(MAX_WATCHES));
        }
        History history = namespaces.merge(
                        namespace,
                        new Watched(new History(), 1),
                        (present, _) -> new Watched(present.history, present.count + 1))
                .history;
        var watch = new Watch(namespace, prefix, watcher, history, this, threads);
        watches.add(watch);
        watch.start();
        return watch;
    }

    /** Reads the documents of a watch. */
    Readers.Snapshot snapshot(String namespace, String prefix) {
        snapshots.increment();
        return readers.snapshot(namespace, prefix);
    }

    /** Removes a watch, and the history that no other one reads. */
    void remove(Watch watch, String namespace) {
        if (watches.remove(watch)) {
            namespaces.computeIfPresent(
                    namespace,
                    (_, watched) -> watched.count == 1 ? null : new Watched(watched.history, watched.count - 1));
        }
    }

    /** Publishes a commit, which reads see. Commits are published one at a time, in their order. */
    void publish(long revision, List<Effect> effects) {
        var byNamespace = new LinkedHashMap<History, List<Effect>>();
        for (Effect effect : effects) {
            Watched watched = namespaces.get(effect.namespace());
            if (watched != null) {
                byNamespace
                        .computeIfAbsent(watched.history, _ -> new ArrayList<>())
                        .add(effect);
            }
        }
        byNamespace.forEach((history, all) -> history.add(new History.Entry(revision, all)));
    }

    int count() {
        return watches.size();
    }

    /** Returns how often a watch has read the documents. */
    long snapshots() {
        return snapshots.sum();
    }

    @Override
    public void close() {
        // All at once: a wake-up is for all watches of a namespace.
        watches.forEach(Watch::end);
        namespaces.values().forEach(watched -> watched.history.wake());
        watches.forEach(Watch::close);
    }
}
