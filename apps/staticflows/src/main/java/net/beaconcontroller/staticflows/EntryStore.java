package net.beaconcontroller.staticflows;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.api.store.Change;
import net.beaconcontroller.api.store.Document;
import net.beaconcontroller.api.store.Documents;
import net.beaconcontroller.api.store.Store;
import net.beaconcontroller.api.store.StoreException;
import net.beaconcontroller.api.store.Watcher;
import net.beaconcontroller.openflow.check.Entries.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The entries in the store, and the index that watches keep of them in memory. Reads do not block; changes wait for the
 * disk, and must not be made on an event loop.
 */
final class EntryStore implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("staticflows");

    private static final String NAMESPACE = "staticflows";
    private static final String CLAIMS = NAMESPACE + ".claims";
    private static final long WATCH_SECONDS = 30;

    private final Time time;
    private final Store store;
    private final Documents<StoredEntry> entries;
    private final Documents<Claim> claims;
    private final Consumer<EntryIndex> listener;
    private final List<Registration> watches = new ArrayList<>();

    // Guarded by this object, as the watches of the two namespaces have a thread each.

    private @Nullable Map<String, KeptEntry> currentEntries;
    private final Map<String, Integer> unreadable = new TreeMap<>();
    private @Nullable Map<String, Claim> currentClaims;
    private long revision;
    private long claimRevision;

    private volatile @Nullable EntryIndex index;

    /**
     * Begins to read the store.
     *
     * @param listener receives each index, the first one when the store is read; calls do not overlap
     */
    EntryStore(Store store, Consumer<EntryIndex> listener, Time time) {
        this.time = time;
        this.store = store;
        this.listener = listener;
        entries = store.documents(NAMESPACE, StoredEntry.class);
        claims = store.documents(CLAIMS, Claim.class);
        watches.add(claims.watch(new ClaimWatcher()));
        watches.add(entries.watch(new EntryWatcher()));
    }

    /** Returns the entries; null until they are read from the store. */
    @Nullable
    EntryIndex index() {
        return index;
    }

    /** Waits until the entries are read from the store, and returns them. */
    EntryIndex awaitIndex() {
        return await(() -> true);
    }

    /** Waits until there is an index, and a condition is true that a commit makes true. */
    private synchronized EntryIndex await(BooleanSupplier condition) {
        long deadline = time.nanos() + TimeUnit.SECONDS.toNanos(WATCH_SECONDS);
        try {
            for (EntryIndex now = index; ; now = index) {
                if (now != null && condition.getAsBoolean()) {
                    return now;
                }
                long millis = TimeUnit.NANOSECONDS.toMillis(deadline - time.nanos());
                if (millis <= 0) {
                    throw new StoreException(
                            "the store did not report the entries after %d s".formatted(WATCH_SECONDS));
                }
                wait(millis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted while the store is read", e);
        }
    }

    /**
     * Makes a change, all of it or nothing, and returns when it is on the disk and in the {@link #index}.
     *
     * @param puts entries to add or to replace
     * @param deleted entries to delete
     * @throws net.beaconcontroller.api.store.ConflictException if an entry has changed since it was read
     */
    EntryIndex commit(Collection<KeptEntry> puts, Collection<KeptEntry> deleted) {
        var changes = new ArrayList<Change>();
        var released = new TreeMap<String, Claim>();
        EntryIndex before = awaitIndex();
        for (KeptEntry kept : puts) {
            changes.add(entries.put(kept.name(), StoredEntry.of(kept)).ifVersion(kept.version()));
            KeptEntry replaced = before.entries().get(kept.name());
            if (replaced != null) {
                release(replaced, released);
            }
        }
        for (KeptEntry kept : deleted) {
            changes.add(entries.delete(kept.name()).ifVersion(kept.version()));
            release(kept, released);
        }
        // What an entry has again needs no claim. This also keeps an entry that only changes its buckets from having
        // one.
        for (KeptEntry kept : puts) {
            if (kept.entry().kind() != Kind.FLOW) {
                Claim claim = Claim.of(kept.entry());
                if (released.remove(claim.key()) == null && before.claims().contains(claim)) {
                    changes.add(claims.delete(claim.key()));
                }
            }
        }
        released.forEach((key, claim) -> changes.add(claims.put(key, claim)));
        if (changes.isEmpty()) {
            return before;
        }
        long committed = store.commit(changes);
        return await(() -> revision >= committed);
    }

    private static void release(KeptEntry kept, Map<String, Claim> released) {
        if (kept.entry().kind() != Kind.FLOW) {
            Claim claim = Claim.of(kept.entry());
            released.put(claim.key(), claim);
        }
    }

    /** Gives up claims: groups and meters with these numbers are left alone from now on. */
    void deleteClaims(Collection<Claim> given) {
        if (!given.isEmpty()) {
            long committed = store.commit(given.stream()
                    .map(claim -> (Change) claims.delete(claim.key()))
                    .toList());
            var _ = await(() -> claimRevision >= committed);
        }
    }

    private synchronized void publish() {
        if (currentEntries != null && currentClaims != null) {
            EntryIndex now = EntryIndex.of(currentEntries, currentClaims.values(), unreadable.values());
            index = now;
            listener.accept(now);
            notifyAll();
        }
    }

    private final class EntryWatcher implements Watcher<StoredEntry> {
        @Override
        public void snapshot(long newRevision, List<Document<StoredEntry>> documents) {
            synchronized (EntryStore.this) {
                currentEntries = new TreeMap<>();
                unreadable.clear();
            }
            changed(newRevision, documents, List.of());
        }

        @Override
        public void changed(long newRevision, List<Document<StoredEntry>> put, List<String> deleted) {
            synchronized (EntryStore.this) {
                put.forEach(this::put);
                deleted.forEach(this::remove);
                revision = newRevision;
                publish();
            }
        }

        private void put(Document<StoredEntry> document) {
            remove(document.key());
            try {
                KeptEntry kept = document.value().keep(document.key(), document.version());
                requireNonNull(currentEntries).put(kept.name(), kept);
            } catch (RuntimeException e) {
                unreadable.put(document.key(), document.value().number());
                LOG.log(
                        Level.ERROR,
                        "static entry %s: unreadable in the store: %s; its flow is left in the switches"
                                .formatted(document.key(), e.getMessage()));
            }
        }

        private void remove(String name) {
            unreadable.remove(name);
            requireNonNull(currentEntries).remove(name);
        }
    }

    private final class ClaimWatcher implements Watcher<Claim> {
        @Override
        public void snapshot(long newRevision, List<Document<Claim>> documents) {
            synchronized (EntryStore.this) {
                currentClaims = new TreeMap<>();
            }
            changed(newRevision, documents, List.of());
        }

        @Override
        public void changed(long newRevision, List<Document<Claim>> put, List<String> deleted) {
            synchronized (EntryStore.this) {
                Map<String, Claim> current = requireNonNull(currentClaims);
                put.forEach(document -> current.put(document.key(), document.value()));
                current.keySet().removeAll(deleted);
                claimRevision = newRevision;
                publish();
            }
        }
    }

    @Override
    public void close() {
        watches.forEach(Registration::close);
    }
}
