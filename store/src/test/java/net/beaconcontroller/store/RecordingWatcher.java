package net.beaconcontroller.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.api.store.Document;
import net.beaconcontroller.api.store.Watcher;

/** Has the documents that it has received. Fails if a revision is not later than the one before. */
class RecordingWatcher implements Watcher<String> {
    private final Map<String, Document<String>> documents = new ConcurrentSkipListMap<>();
    private final AtomicInteger snapshots = new AtomicInteger();
    private final AtomicInteger changes = new AtomicInteger();
    private long revision = -1;

    @Override
    public void snapshot(long newRevision, List<Document<String>> all) {
        requireLater(newRevision >= revision, newRevision);
        documents.clear();
        all.forEach(document -> documents.put(document.key(), document));
        snapshots.incrementAndGet();
    }

    @Override
    public void changed(long newRevision, List<Document<String>> put, List<String> deleted) {
        requireLater(newRevision > revision, newRevision);
        put.forEach(document -> documents.put(document.key(), document));
        deleted.forEach(documents::remove);
        changes.incrementAndGet();
    }

    private void requireLater(boolean isLater, long newRevision) {
        if (!isLater) {
            throw new AssertionError("revision %d after %d".formatted(newRevision, revision));
        }
        revision = newRevision;
    }

    /** Returns the values by key. */
    Map<String, String> contents() {
        var contents = new TreeMap<String, String>();
        documents.forEach((key, document) -> contents.put(key, document.value()));
        return contents;
    }

    List<Document<String>> documents() {
        return new ArrayList<>(documents.values());
    }

    int snapshots() {
        return snapshots.get();
    }

    int changes() {
        return changes.get();
    }
}
