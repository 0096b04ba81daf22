package net.beaconcontroller.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import net.beaconcontroller.api.store.Document;
import net.beaconcontroller.api.store.StoreException;
import net.beaconcontroller.store.StoreFile.Row;
import org.jspecify.annotations.Nullable;

/**
 * A pool of connections that read. Each read sees all commits that had returned before it. Safe for use by several
 * threads.
 */
final class Readers implements AutoCloseable {
    private static final int MAX_CONNECTIONS = 4;

    /** Greater than all keys that begin with a prefix which it follows: no key contains U+10FFFF. */
    private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

    private final StoreFile file;
    private final Semaphore permits = new Semaphore(MAX_CONNECTIONS);
    private final List<Reader> idle = new ArrayList<>();
    private boolean closed;

    /** The documents with a prefix, as they were after a commit. */
    record Snapshot(long revision, List<Document<String>> documents) {}

    @FunctionalInterface
    private interface Query<R> {
        R run(Reader reader) throws SQLException;
    }

    Readers(StoreFile file) {
        this.file = file;
    }

    Optional<Document<String>> get(String namespace, String key) {
        return read(reader -> reader.get(namespace, key));
    }

    List<Document<String>> list(String namespace, String prefix) {
        return read(reader -> reader.list(namespace, prefix));
    }

    Snapshot snapshot(String namespace, String prefix) {
        return read(reader -> reader.snapshot(namespace, prefix));
    }

    private <R> R read(Query<R> query) {
        permits.acquireUninterruptibly();
        @Nullable Reader reader = null;
        try {
            reader = takeIdle();
            R result = query.run(reader);
            putIdle(reader);
            return result;
        } catch (SQLException e) {
            if (reader != null) {
                reader.close();
            }
            throw new StoreException("cannot read the store %s: %s".formatted(file, e.getMessage()), e);
        } finally {
            permits.release();
        }
    }

    private Reader takeIdle() throws SQLException {
        synchronized (idle) {
            if (closed) {
                throw new IllegalStateException(SqliteStore.CLOSED);
            }
            if (!idle.isEmpty()) {
                return idle.removeLast();
            }
        }
        return new Reader(file.openForReading());
    }

    private void putIdle(Reader reader) {
        synchronized (idle) {
            idle.add(reader);
        }
    }

    /** Waits for the reads that are running, and closes the connections. */
    @Override
    public void close() {
        synchronized (idle) {
            closed = true;
        }
        permits.acquireUninterruptibly(MAX_CONNECTIONS);
        idle.forEach(Reader::close);
        idle.clear();
        permits.release(MAX_CONNECTIONS);
    }

    /** A connection, for one thread at a time. */
    private static final class Reader implements AutoCloseable {
        private final Connection connection;
        private final PreparedStatement begin;
        private final PreparedStatement end;
        private final PreparedStatement get;
        private final PreparedStatement list;

        Reader(Connection connection) throws SQLException {
            this.connection = connection;
            begin = connection.prepareStatement("BEGIN");
            end = connection.prepareStatement("END");
            get = connection.prepareStatement(Row.SELECT + "WHERE namespace = ? AND key = ?");
            list = connection.prepareStatement(
                    Row.SELECT + "WHERE namespace = ? AND key >= ? AND key < ? ORDER BY key");
        }

        Optional<Document<String>> get(String namespace, String key) throws SQLException {
            get.setString(1, namespace);
            get.setString(2, key);
            try (ResultSet results = get.executeQuery()) {
                return results.next() ? Optional.of(document(results)) : Optional.empty();
            }
        }

        List<Document<String>> list(String namespace, String prefix) throws SQLException {
            list.setString(1, namespace);
            list.setString(2, prefix);
            list.setString(3, prefix + LAST);
            try (ResultSet results = list.executeQuery()) {
                var documents = new ArrayList<Document<String>>();
                while (results.next()) {
                    documents.add(document(results));
                }
                return documents;
            }
        }

        /** Reads the revision and the documents in one transaction. */
        Snapshot snapshot(String namespace, String prefix) throws SQLException {
            begin.executeUpdate();
            var snapshot = new Snapshot(StoreFile.revision(connection), list(namespace, prefix));
            end.executeUpdate();
            return snapshot;
        }

        private static Document<String> document(ResultSet results) throws SQLException {
            Row row = Row.of(results);
            return new Document<>(row.key(), row.value(), row.version());
        }

        @Override
        public void close() {
            try {
                connection.close();
            } catch (SQLException _) {
                // It has only read.
            }
        }
    }
}
