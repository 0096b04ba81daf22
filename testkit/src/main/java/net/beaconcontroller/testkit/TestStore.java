package net.beaconcontroller.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.store.Change;
import net.beaconcontroller.api.store.Document;
import net.beaconcontroller.api.store.Documents;
import net.beaconcontroller.api.store.Lease;
import net.beaconcontroller.api.store.Store;
import net.beaconcontroller.api.store.Watcher;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.store.JsonDocuments;
import net.beaconcontroller.store.SqliteStore;
import net.beaconcontroller.store.StoreFile;
import org.jspecify.annotations.Nullable;

/**
 * A store in a temporary folder, with the implementation that the controller has. A test that restarts an application
 * gives both objects of the application the same store.
 */
public final class TestStore implements Store, AutoCloseable {
    private static final long MAX_BYTES = 1 << 30;

    private final Path folder;
    private final SqliteStore store;
    private volatile @Nullable Supplier<? extends RuntimeException> failure;

    /** Creates a store without documents. */
    public TestStore() {
        try {
            folder = Files.createTempDirectory("beacon-store");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        store = SqliteStore.open(folder.resolve(StoreFile.NAME), MAX_BYTES, OpenFlowController::isOnEventLoop);
    }

    /**
     * Lets all commits fail from now on, as they do when the disk is full.
     *
     * @param exception makes the exception of a commit, such as a {@link
     *     net.beaconcontroller.api.store.NotStoredException}; null: commits succeed again
     */
    public void failCommits(@Nullable Supplier<? extends RuntimeException> exception) {
        failure = exception;
    }

    @Override
    public <T> Documents<T> documents(String namespace, Class<T> type) {
        return new JsonDocuments<>(this, namespace, type);
    }

    @Override
    public Optional<Document<String>> get(String namespace, String key) {
        return store.get(namespace, key);
    }

    @Override
    public List<Document<String>> list(String namespace, String prefix) {
        return store.list(namespace, prefix);
    }

    @Override
    public long commit(List<Change> changes) {
        Supplier<? extends RuntimeException> failing = failure;
        if (failing != null) {
            throw failing.get();
        }
        return store.commit(changes);
    }

    @Override
    public Registration watch(String namespace, String prefix, Watcher<String> watcher) {
        return store.watch(namespace, prefix, watcher);
    }

    @Override
    public Lease lease(Duration timeToLive) {
        return store.lease(timeToLive);
    }

    /** Closes the store and deletes its file. */
    @Override
    public void close() {
        store.close();
        try {
            Files.deleteIfExists(folder.resolve(StoreFile.NAME));
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
