package net.beaconcontroller.store;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.api.concurrent.SingleThreadExecutor;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.api.store.Change;
import net.beaconcontroller.api.store.ConflictException;
import net.beaconcontroller.api.store.Document;
import net.beaconcontroller.api.store.Lease;
import net.beaconcontroller.api.store.NotStoredException;
import net.beaconcontroller.api.store.Store;
import net.beaconcontroller.api.store.StoreException;
import net.beaconcontroller.store.StoreFile.Row;

/**
 * The thread that writes. All commits that wait when it begins become one transaction of SQLite, a group, so that
 * concurrent commits share the time that the disk takes. A commit whose condition is not met leaves the others of its
 * group as they are. All of a group return after the transaction is on the disk; one that has failed too, because it
 * may depend on another of the group.
 *
 * <p>The thread also ends leases.
 */
final class Writer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Writer.class.getPackageName());

    static final int MAX_LEASES = 10_000;

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final StoreFile file;
    private final Connection connection;
    /** For the thread. */
    private Statements statements;
    /** Whether the last group has failed. For the thread. */
    private boolean isFailing;

    private final Watches watches;
    private final SingleThreadExecutor executor;
    private final Queue<Write> waiting = new ConcurrentLinkedQueue<>();
    private final Set<StoredLease> leases = ConcurrentHashMap.newKeySet();
    private final AtomicLong leaseIds = new AtomicLong();
    private volatile boolean closed;
    /** The revision of the last commit; changed by the thread. */
    private volatile long revision;

    private final Time time;
    private final RateLimitedLog failureLog;
    private final LongAdder commits = new LongAdder();
    private final LongAdder conflicts = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder groups = new LongAdder();
    private final LongAdder groupNanos = new LongAdder();

    /** Something to write, for which a thread waits. */
    private sealed interface Write {
        /** Returns what to do on the waiting thread: return the revision, or throw an exception. */
        CompletableFuture<LongSupplier> result();

        /** A commit. */
        record Changes(List<Change> changes, CompletableFuture<LongSupplier> result) implements Write {}

        /** The deletion of the documents of a lease that has ended. */
        record Ended(StoredLease lease, CompletableFuture<LongSupplier> result) implements Write {}
    }

    /** @param connection closed by {@link #close} */
    Writer(StoreFile file, Connection connection, Watches watches, Threads threads) throws SQLException {
        this.time = threads.time();
        this.failureLog = new RateLimitedLog(LOG, 1, threads);
        this.file = file;
        this.connection = connection;
        this.watches = watches;
        statements = new Statements(connection);
        revision = deleteLeased(StoreFile.revision(connection));
        executor = threads.newExecutor("beacon-store", LOG, Integer.MAX_VALUE);
        executor.start();
    }

    /** Deletes the documents of leases of an earlier controller. Returns the revision after that. */
    private long deleteLeased(long last) throws SQLException {
        statements.begin.executeUpdate();
        long next = last;
        if (statements.deleteLeased.executeUpdate() > 0) {
            next++;
            statements.setRevision(next);
        }
        statements.commit.executeUpdate();
        return next;
    }

    /** Makes the changes, which are valid. Waits until they are on the disk. */
    long commit(List<Change> changes) {
        return await(new Write.Changes(changes, new CompletableFuture<>()));
    }

    /** Deletes the documents of a lease that has ended. Waits until this is on the disk. */
    void deleteDocumentsOf(StoredLease lease) {
        if (leases.contains(lease)) {
            await(new Write.Ended(lease, new CompletableFuture<>()));
        }
    }

    private long await(Write write) {
        waiting.add(write);
        executor.execute(this::writeWaiting);
        if (closed) {
            refuseWaiting();
        }
        return write.result().join().getAsLong();
    }

    /** Completes the writes that the thread does not reach any more. */
    private void refuseWaiting() {
        for (Write write = waiting.poll(); write != null; write = waiting.poll()) {
            complete(write, () -> {
                throw new IllegalStateException(SqliteStore.CLOSED);
            });
        }
    }

    private static void complete(Write write, LongSupplier result) {
        write.result().complete(result);
    }

    StoredLease lease(Duration timeToLive) {
        if (leases.size() >= MAX_LEASES) {
            throw new IllegalStateException("the store has %d leases, which is the limit".formatted(MAX_LEASES));
        }
        var lease = new StoredLease(leaseIds.incrementAndGet(), timeToLive, this, time);
        leases.add(lease);
        executor.execute(() -> schedule(lease, timeToLive.toNanos()));
        return lease;
    }

    private void schedule(StoredLease lease, long nanos) {
        var _ = executor.schedule(nanos, () -> expire(lease));
    }

    private void expire(StoredLease lease) {
        if (!leases.contains(lease)) {
            return;
        }
        if (lease.endIfOver()) {
            waiting.add(new Write.Ended(lease, new CompletableFuture<>()));
            writeWaiting();
            // Again, if that failed.
            schedule(lease, RETRY_NANOS);
        } else {
            schedule(lease, lease.remainingNanos());
        }
    }

    // On the thread

    private void writeWaiting() {
        while (!waiting.isEmpty()) {
            long begin = time.nanos();
            write(nextGroup());
            groupNanos.add(time.nanos() - begin);
            groups.increment();
        }
    }

    /** Takes writes until they have as many changes as a commit may have. */
    private List<Write> nextGroup() {
        var group = new ArrayList<Write>();
        int changes = 0;
        while (changes < Store.MAX_CHANGES) {
            Write next = waiting.poll();
            if (next == null) {
                break;
            }
            group.add(next);
            changes += next instanceof Write.Changes commit ? commit.changes.size() : 1;
        }
        return group;
    }

    private void write(List<Write> group) {
        var results = new LinkedHashMap<Write, LongSupplier>();
        var effects = new LinkedHashMap<Long, List<Effect>>();
        long first = revision;
        long last = first;
        try {
            statements.begin.executeUpdate();
            for (Write write : group) {
                var done = new ArrayList<Effect>();
                results.put(write, apply(write, last, done));
                if (!done.isEmpty()) {
                    last++;
                    effects.put(last, done);
                }
            }
            // After a failure, a commit without a change shows whether the disk can be written again.
            if (last > first || isFailing) {
                statements.setRevision(last);
            }
            statements.commit.executeUpdate();
        } catch (SQLException e) {
            String reason = file.describeFailedWrite(e);
            failureLog.log(Level.WARNING, reason);
            fail(group, () -> new NotStoredException(reason, e));
            return;
        } catch (RuntimeException e) {
            fail(group, () -> new StoreException("cannot write the store %s: %s".formatted(file, e.getMessage()), e));
            return;
        }
        revision = last;
        isFailing = false;
        commits.add(effects.size());
        effects.forEach(watches::publish);
        results.forEach((write, result) -> {
            if (write instanceof Write.Ended ended) {
                leases.remove(ended.lease);
            }
            complete(write, result);
        });
    }

    private void fail(List<Write> group, Supplier<StoreException> failure) {
        failures.add(group.size());
        isFailing = true;
        recover();
        group.forEach(write -> complete(write, () -> {
            throw failure.get();
        }));
    }

    /** Rolls back, and prepares the statements again: the driver closes one that has failed. */
    private void recover() {
        try (Statement rollBack = connection.createStatement()) {
            rollBack.executeUpdate("ROLLBACK");
        } catch (SQLException _) {
            // SQLite has rolled back itself, or the store is closed.
        }
        try {
            statements.close();
            statements = new Statements(connection);
        } catch (SQLException e) {
            LOG.log(Level.ERROR, "cannot prepare to write the store %s".formatted(file), e);
        }
    }

    /** @param effects receives what the write has done, of the revision after {@code last} */
    private LongSupplier apply(Write write, long last, List<Effect> effects) throws SQLException {
        return switch (write) {
            case Write.Changes(List<Change> changes, var _) -> apply(changes, last, effects);
            case Write.Ended(StoredLease lease, var _) -> {
                statements.deleteAll(lease, effects);
                yield () -> last;
            }
        };
    }

    private LongSupplier apply(List<Change> changes, long last, List<Effect> effects) throws SQLException {
        for (Change change : changes) {
            if (change.requiredVersion() != Change.ANY_VERSION) {
                long version = statements.version(change.namespace(), change.key());
                if (version != change.requiredVersion()) {
                    conflicts.increment();
                    return () -> {
                        throw new ConflictException(
                                change.namespace(), change.key(), change.requiredVersion(), version);
                    };
                }
            }
            if (change instanceof Change.Put put
                    && put.lease().isPresent()
                    && leaseOf(put).hasEnded()) {
                return () -> {
                    throw new IllegalStateException(
                            "%s/%s: its lease has ended".formatted(change.namespace(), change.key()));
                };
            }
        }
        long next = last + 1;
        for (Change change : changes) {
            switch (change) {
                case Change.Put put -> {
                    long lease = put.lease().isPresent() ? leaseOf(put).id() : StoreFile.NO_LEASE;
                    statements.put(new Row(put.namespace(), put.key(), put.value(), next, lease));
                    effects.add(Effect.put(put.namespace(), new Document<>(put.key(), put.value(), next)));
                }
                case Change.Delete(String namespace, String key, long _) -> {
                    if (statements.delete(namespace, key)) {
                        effects.add(Effect.deleted(namespace, key));
                    }
                }
                case Change.Require _ -> {}
            }
        }
        long result = effects.isEmpty() ? last : next;
        return () -> result;
    }

    /** Returns the lease of a change that has one, which is of this store. */
    private static StoredLease leaseOf(Change.Put put) {
        return (StoredLease) put.lease().orElseThrow();
    }

    StoreStatistics statistics(int watches, long snapshots) {
        return new StoreStatistics(
                revision,
                commits.sum(),
                conflicts.sum(),
                failures.sum(),
                groups.sum(),
                Duration.ofNanos(groupNanos.sum()),
                leases.size(),
                watches,
                snapshots);
    }

    boolean isOwn(Lease lease) {
        return lease instanceof StoredLease stored && stored.isOf(this);
    }

    @Override
    public void close() throws SQLException {
        closed = true;
        executor.close();
        refuseWaiting();
        connection.close();
    }

    /** The prepared statements. */
    private static final class Statements implements AutoCloseable {
        private final Connection connection;
        private final List<PreparedStatement> all = new ArrayList<>();
        final PreparedStatement begin;
        final PreparedStatement commit;
        final PreparedStatement deleteLeased;
        private final PreparedStatement version;
        private final PreparedStatement put;
        private final PreparedStatement delete;
        private final PreparedStatement listOfLease;
        private final PreparedStatement deleteOfLease;
        private final PreparedStatement setRevision;

        Statements(Connection connection) throws SQLException {
            this.connection = connection;
            begin = prepare("BEGIN IMMEDIATE");
            commit = prepare("COMMIT");
            deleteLeased = prepare("DELETE FROM document WHERE lease <> 0");
            version = prepare("SELECT version FROM document WHERE namespace = ? AND key = ?");
            put = prepare("INSERT OR REPLACE INTO document VALUES (?, ?, ?, ?, ?, ?)");
            delete = prepare("DELETE FROM document WHERE namespace = ? AND key = ?");
            listOfLease = prepare("SELECT namespace, key FROM document WHERE lease <> 0 AND lease = ?");
            deleteOfLease = prepare("DELETE FROM document WHERE lease <> 0 AND lease = ?");
            setRevision = prepare("UPDATE revision SET number = ?, checksum = ?");
        }

        private PreparedStatement prepare(String sql) throws SQLException {
            PreparedStatement statement = connection.prepareStatement(sql);
            all.add(statement);
            return statement;
        }

        @Override
        public void close() throws SQLException {
            for (PreparedStatement statement : all) {
                statement.close();
            }
        }

        /** Returns the version of a document, 0 if it does not exist. */
        long version(String namespace, String key) throws SQLException {
            version.setString(1, namespace);
            version.setString(2, key);
            try (ResultSet results = version.executeQuery()) {
                return results.next() ? results.getLong(1) : 0;
            }
        }

        void put(Row row) throws SQLException {
            put.setString(1, row.namespace());
            put.setString(2, row.key());
            put.setString(3, row.value());
            put.setLong(4, row.version());
            put.setLong(5, row.lease());
            put.setLong(6, row.checksum());
            put.executeUpdate();
        }

        /** Returns whether the document existed. */
        boolean delete(String namespace, String key) throws SQLException {
            delete.setString(1, namespace);
            delete.setString(2, key);
            return delete.executeUpdate() > 0;
        }

        void deleteAll(StoredLease lease, List<Effect> effects) throws SQLException {
            listOfLease.setLong(1, lease.id());
            try (ResultSet results = listOfLease.executeQuery()) {
                while (results.next()) {
                    effects.add(Effect.deleted(results.getString(1), results.getString(2)));
                }
            }
            deleteOfLease.setLong(1, lease.id());
            deleteOfLease.executeUpdate();
        }

        void setRevision(long number) throws SQLException {
            setRevision.setLong(1, number);
            setRevision.setLong(2, StoreFile.checksum(number));
            setRevision.executeUpdate();
        }
    }
}
