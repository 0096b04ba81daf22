package net.beaconcontroller.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.api.store.Change;
import net.beaconcontroller.api.store.Document;
import net.beaconcontroller.api.store.Documents;
import net.beaconcontroller.api.store.Lease;
import net.beaconcontroller.api.store.Store;
import net.beaconcontroller.api.store.StoreException;
import net.beaconcontroller.api.store.Watcher;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The store in an SQLite file. {@link Writer} makes the commits, one group of them after the other. {@link Readers}
 * read the file beside it: SQLite's write-ahead log gives each read the state after a commit, without a lock. {@link
 * Watches} distribute the committed changes. Safe for use by several threads.
 */
public final class SqliteStore implements Store, AutoCloseable {
    static final String CLOSED = "the store is closed";

    private final StoreFile file;
    private final BooleanSupplier isEventLoop;
    private final Readers readers;
    private final Watches watches;
    private final Writer writer;
    private final JsonFactory json = new JsonFactory();

    private SqliteStore(StoreFile file, Connection connection, BooleanSupplier isEventLoop) throws SQLException {
        this.file = file;
        this.isEventLoop = isEventLoop;
        readers = new Readers(file);
        watches = new Watches(readers, Threads.system());
        writer = new Writer(file, connection, watches, Threads.system());
    }

    /**
     * Opens a store, creates it if it does not exist, and checks it. One process may have it open at a time.
     *
     * @param path the SQLite file
     * @param maxBytes the size of the file above which commits fail
     * @param isEventLoop whether the calling thread must not block
     * @throws StoreException if the file is corrupt, is not a store, or cannot be opened; the message has a remedy
     */
    public static SqliteStore open(Path path, long maxBytes, BooleanSupplier isEventLoop) {
        return open(new StoreFile(path, maxBytes), isEventLoop);
    }

    static SqliteStore open(StoreFile file, BooleanSupplier isEventLoop) {
        Connection connection = file.open();
        try {
            return new SqliteStore(file, connection, isEventLoop);
        } catch (SQLException e) {
            throw new StoreException("cannot write the store %s: %s".formatted(file, e.getMessage()), e);
        }
    }

    @Override
    public <T> Documents<T> documents(String namespace, Class<T> type) {
        return new JsonDocuments<>(this, namespace, type);
    }

    @Override
    public Optional<Document<String>> get(String namespace, String key) {
        requireBlocking();
        return readers.get(namespace, key);
    }

    @Override
    public List<Document<String>> list(String namespace, String prefix) {
        requireBlocking();
        return readers.list(namespace, prefix);
    }

    @Override
    public long commit(List<Change> changes) {
        requireBlocking();
        requireValid(changes);
        return writer.commit(List.copyOf(changes));
    }

    /**
     * Checks that the store works: its thread makes a commit without a change, which writes if the last commit has
     * failed.
     *
     * @throws StoreException if it cannot be written; the message has a remedy
     */
    public void check() {
        requireBlocking();
        writer.commit(List.of());
    }

    @Override
    public Registration watch(String namespace, String prefix, Watcher<String> watcher) {
        requireBlocking();
        return watches.watch(namespace, prefix, watcher);
    }

    @Override
    public Lease lease(Duration timeToLive) {
        requireBlocking();
        if (timeToLive.compareTo(MIN_TIME_TO_LIVE) < 0) {
            throw new IllegalArgumentException("lease of %d ms: needs at least %d ms"
                    .formatted(timeToLive.toMillis(), MIN_TIME_TO_LIVE.toMillis()));
        }
        return writer.lease(timeToLive);
    }

    private void requireBlocking() {
        if (isEventLoop.getAsBoolean()) {
            throw new IllegalStateException(
                    "the store blocks and must not be called on an event loop; use another thread, or a Watcher");
        }
    }

    private void requireValid(List<Change> changes) {
        if (changes.size() > MAX_CHANGES) {
            throw new IllegalArgumentException(
                    "commit of %d changes: at most %d are valid".formatted(changes.size(), MAX_CHANGES));
        }
        record Name(String namespace, String key) {}
        var names = new HashSet<Name>();
        long length = 0;
        for (Change change : changes) {
            if (!names.add(new Name(change.namespace(), change.key()))) {
                throw invalid(change, "the commit has two changes of this document");
            }
            if (change instanceof Change.Put put) {
                length += put.value().length();
                requireJson(put);
                if (put.lease().isPresent() && !writer.isOwn(put.lease().get())) {
                    throw invalid(put, "the lease is of another store");
                }
            }
        }
        if (length > MAX_COMMIT_LENGTH) {
            throw new IllegalArgumentException(
                    "commit with values of %d characters: at most %d are valid".formatted(length, MAX_COMMIT_LENGTH));
        }
    }

    private void requireJson(Change.Put put) {
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), put.value())) {
            if (parser.nextToken() == null) {
                throw invalid(put, "the value is empty; needs JSON");
            }
            parser.skipChildren();
            if (parser.nextToken() != null) {
                throw invalid(put, "the value is followed by more; needs one value of JSON");
            }
        } catch (JacksonException e) {
            throw invalid(put, "the value is not JSON: " + e.getOriginalMessage());
        }
    }

    private static IllegalArgumentException invalid(Change change, String reason) {
        return new IllegalArgumentException("%s/%s: %s".formatted(change.namespace(), change.key(), reason));
    }

    /** Returns what this store has done. */
    public StoreStatistics statistics() {
        return writer.statistics(watches.count(), watches.snapshots());
    }

    /** Returns the length of the file in bytes. */
    public long fileBytes() {
        return file.bytes();
    }

    /** Ends the watches, waits for the group of commits that is being written, and closes the file. */
    @Override
    public void close() {
        watches.close();
        readers.close();
        try {
            writer.close();
        } catch (SQLException e) {
            throw new StoreException("cannot close the store %s: %s".formatted(file, e.getMessage()), e);
        }
    }
}
