package net.beaconcontroller.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import net.beaconcontroller.api.store.StoreException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteJDBCLoader;

/**
 * The SQLite file of a store: its schema, checks, backup and restoration.
 *
 * <p>SQLite detects defects of its own structures, but not a changed byte in a text. Each document therefore has a
 * checksum.
 */
public final class StoreFile {
    /** The name of the file in the data folder. */
    public static final String NAME = "store.db";

    /** Marks the file as a store of Beacon: "Bcon". */
    private static final int APPLICATION_ID = 0x42636f6e;

    /** The file name suffixes of the write-ahead log, which is part of the store, and of its index, which is not. */
    private static final String LOG = "-wal";

    private static final String LOG_INDEX = "-shm";

    /** The files beside a store that exist only after it was made. An empty file beside these has lost its content. */
    private static final List<String> COMPANIONS = List.of("applications", "tokens.json", NAME + LOG);

    private static final int PAGE_SIZE = 4096;

    private static final int BUSY_MILLIS = 5_000;

    /** The steps that make the schema, of which the user_version of a file tells the number that it has. */
    static final List<String> MIGRATIONS = List.of("""
            CREATE TABLE document (
                namespace TEXT NOT NULL,
                key TEXT NOT NULL,
                value TEXT NOT NULL,
                version INTEGER NOT NULL,
                lease INTEGER NOT NULL,
                checksum INTEGER NOT NULL,
                PRIMARY KEY (namespace, key)
            ) WITHOUT ROWID;
            CREATE INDEX document_by_lease ON document (lease) WHERE lease <> 0;
            CREATE TABLE revision (number INTEGER NOT NULL, checksum INTEGER NOT NULL);
            INSERT INTO revision VALUES (0, %d)""".formatted(checksum(0)));

    /** The lease of a document that has none. */
    static final long NO_LEASE = 0;

    private final Path path;
    private final long maxBytes;
    private final List<String> migrations;

    StoreFile(Path path, long maxBytes) {
        this(path, maxBytes, MIGRATIONS);
    }

    StoreFile(Path path, long maxBytes, List<String> migrations) {
        this.path = path;
        this.maxBytes = maxBytes;
        this.migrations = migrations;
    }

    /** A row of the table document. */
    record Row(String namespace, String key, String value, long version, long lease) {
        static final String SELECT = "SELECT namespace, key, value, version, lease, checksum FROM document ";

        /** Reads a row, whose columns are those of the table. */
        static Row of(ResultSet results) throws SQLException {
            var row = new Row(
                    results.getString(1),
                    results.getString(2),
                    results.getString(3),
                    results.getLong(4),
                    results.getLong(5));
            require(
                    results.getLong(6) == row.checksum(),
                    "document %s/%s has a wrong checksum".formatted(row.namespace, row.key));
            return row;
        }

        long checksum() {
            return StoreFile.checksum(version, lease, namespace, key, value);
        }
    }

    /** Returns the checksum of a row that has only a number. */
    static long checksum(long number) {
        return checksum(number, 0);
    }

    private static long checksum(long one, long other, String... texts) {
        var checksum = new CRC32C();
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            checksum.update((int) (one >>> shift));
            checksum.update((int) (other >>> shift));
        }
        for (String text : texts) {
            checksum.update(text.getBytes(UTF_8));
            checksum.update(0);
        }
        return checksum.getValue();
    }

    /** Reads the revision. */
    static long revision(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery("SELECT number, checksum FROM revision")) {
            require(
                    results.next() && results.getLong(2) == checksum(results.getLong(1)),
                    "the revision has a wrong checksum");
            return results.getLong(1);
        }
    }

    /**
     * Opens the file for the thread that writes, creates it if it does not exist, and checks all of it.
     *
     * @throws StoreException if the file is corrupt, is not a store, or cannot be opened; the message has a remedy
     */
    Connection open() {
        requireContent();
        try {
            loadDriver(folderOf(path));
            Connection connection = openForWriting();
            try {
                requireStore(connection);
                migrate(connection);
                requireIntact(connection);
                return connection;
            } catch (SQLException | StoreException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw new StoreException(describe(e), e);
        }
    }

    private void requireContent() {
        if (!Files.exists(path) || bytes() > 0) {
            return;
        }
        for (String companion : COMPANIONS) {
            if (Files.exists(path.resolveSibling(companion))) {
                throw new StoreException(("the store %s is empty, but %s beside it shows that it was not; restore a "
                                + "backup with 'beacon store restore FILE', or remove the file to start with an empty "
                                + "store")
                        .formatted(path, companion));
            }
        }
    }

    private String describe(SQLException e) {
        return isCorrupt(e)
                ? ("the store %s is corrupt: %s; restore a backup with 'beacon store restore FILE', "
                                + "or move the file away to start with an empty store")
                        .formatted(path, e.getMessage())
                : "cannot open the store %s: %s".formatted(path, e.getMessage());
    }

    private static boolean isCorrupt(SQLException e) {
        return switch (codeOf(e)) {
            case SQLITE_CORRUPT, SQLITE_NOTADB -> true;
            default -> false;
        };
    }

    /** Returns the primary result code of SQLite for a failure. */
    private static SQLiteErrorCode codeOf(SQLException e) {
        return e instanceof SQLiteException failure
                ? SQLiteErrorCode.getErrorCode(failure.getResultCode().code & 0xff)
                : SQLiteErrorCode.UNKNOWN_ERROR;
    }

    /** Returns the reason why a commit was not written. */
    String describeFailedWrite(SQLException e) {
        String reason = codeOf(e) == SQLiteErrorCode.SQLITE_FULL
                ? "the disk is full, or the store has reached store.limit, %,d bytes".formatted(maxBytes)
                : String.valueOf(e.getMessage());
        return "cannot write the store %s: %s".formatted(path, reason);
    }

    @Override
    public String toString() {
        return path.toString();
    }

    /** Returns the length of the file, without the write-ahead log. */
    long bytes() {
        try {
            return Files.size(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Connection openForWriting() throws SQLException {
        return connect(
                "journal_mode = WAL",
                // A commit returns when it is on the disk.
                "synchronous = FULL",
                "journal_size_limit = %d".formatted(16 << 20),
                "max_page_count = %d".formatted(maxBytes / PAGE_SIZE));
    }

    /** Opens the file for a thread that only reads. */
    Connection openForReading() throws SQLException {
        return connect("query_only = ON");
    }

    private Connection connect(String... pragmas) throws SQLException {
        var config = new SQLiteConfig();
        config.setPageSize(PAGE_SIZE);
        config.setBusyTimeout(BUSY_MILLIS);
        Connection connection = config.createConnection("jdbc:sqlite:" + path);
        try (Statement statement = connection.createStatement()) {
            for (String pragma : pragmas) {
                statement.execute("PRAGMA " + pragma);
            }
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static boolean isDriverLoaded;

    /**
     * Loads SQLite. The driver copies its library to a folder, which is deleted when the library is loaded: after a
     * failure, the copies of many starts would remain.
     */
    private static synchronized void loadDriver(Path folder) {
        if (!isDriverLoaded) {
            try {
                Path copy = Files.createTempDirectory(folder, "sqlite");
                System.setProperty("org.sqlite.tmpdir", copy.toString());
                try {
                    SQLiteJDBCLoader.initialize();
                } finally {
                    delete(copy);
                }
            } catch (Exception e) {
                throw new StoreException("cannot load SQLite in the folder %s: %s".formatted(folder, e), e);
            }
            isDriverLoaded = true;
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    private static long number(Connection connection, String pragma) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery("PRAGMA " + pragma)) {
            return results.getLong(1);
        }
    }

    private void requireStore(Connection connection) throws SQLException {
        if (number(connection, "application_id") != APPLICATION_ID && number(connection, "schema_version") != 0) {
            throw new StoreException("%s is not a store of Beacon, but another SQLite file".formatted(path));
        }
        long schema = number(connection, "user_version");
        if (schema > migrations.size()) {
            throw new StoreException(
                    ("the store %s was written by a later version of Beacon: it has schema version %d; "
                                    + "this version reads 0 to %d")
                            .formatted(path, schema, migrations.size()));
        }
    }

    private void migrate(Connection connection) throws SQLException {
        int schema = (int) number(connection, "user_version");
        if (schema < migrations.size()) {
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("BEGIN IMMEDIATE");
                for (String migration : migrations.subList(schema, migrations.size())) {
                    statement.executeUpdate(migration);
                }
                statement.executeUpdate("PRAGMA application_id = " + APPLICATION_ID);
                statement.executeUpdate("PRAGMA user_version = " + migrations.size());
                statement.executeUpdate("COMMIT");
            }
        }
    }

    /** Reads the whole file. Returns the number of documents. */
    private static long requireIntact(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet results = statement.executeQuery("PRAGMA quick_check(1)")) {
                require(results.getString(1).equals("ok"), results.getString(1));
            }
            long revision = revision(connection);
            long documents = 0;
            try (ResultSet results = statement.executeQuery(Row.SELECT)) {
                while (results.next()) {
                    Row row = Row.of(results);
                    require(
                            row.version <= revision,
                            "document %s/%s is newer than the revision".formatted(row.namespace, row.key));
                    documents++;
                }
            }
            return documents;
        }
    }

    private static void require(boolean isIntact, String otherwise) throws SQLException {
        if (!isIntact) {
            throw new SQLiteException(otherwise, SQLiteErrorCode.SQLITE_CORRUPT);
        }
    }

    /**
     * A copy of a store.
     *
     * @param bytes the length of the file
     */
    public record Copy(Path file, long documents, long revision, long bytes) {}

    /**
     * Makes a backup of a store, also while a controller uses it. The backup is one file, complete and checked.
     *
     * @param target does not exist
     * @throws IOException if the store does not exist or is corrupt, or the target exists or cannot be written
     * @throws StoreException if the file is not a store
     */
    public static Copy backup(Path store, Path target) throws IOException {
        if (Files.exists(target)) {
            throw new IOException("%s exists; remove it, or give another file".formatted(target));
        }
        return copy(store, target);
    }

    /**
     * Replaces a store, which no controller may be using, by a backup. A store that exists is kept with the suffix
     * {@code .replaced}.
     *
     * @throws IOException if the backup is corrupt or a file cannot be written; then the store is as it was before
     * @throws StoreException if the backup is not a store, or was written by a later version
     */
    public static Copy restore(Path backup, Path store) throws IOException {
        Path complete = sibling(store, ".restored");
        Copy copy = copy(backup, complete);
        if (Files.exists(store)) {
            Path replaced = replaced(store);
            Files.copy(store, replaced, StandardCopyOption.REPLACE_EXISTING);
            Files.deleteIfExists(sibling(replaced, LOG));
            if (Files.exists(sibling(store, LOG))) {
                Files.move(sibling(store, LOG), sibling(replaced, LOG));
            }
            Files.deleteIfExists(sibling(store, LOG_INDEX));
        }
        Files.move(complete, store, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        force(folderOf(store));
        return new Copy(store, copy.documents, copy.revision, copy.bytes);
    }

    /** Returns the path to which {@link #restore} moves the store that it replaces. */
    public static Path replaced(Path store) {
        return sibling(store, ".replaced");
    }

    private static Path sibling(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }

    private static Path folderOf(Path file) {
        return Objects.requireNonNull(file.toAbsolutePath().getParent());
    }

    private static Copy copy(Path source, Path target) throws IOException {
        if (!Files.isRegularFile(source)) {
            throw new IOException("%s: the file does not exist".formatted(source));
        }
        Path folder = folderOf(target);
        if (!Files.isDirectory(folder)) {
            throw new IOException("%s: the folder does not exist".formatted(folder));
        }
        Path incomplete = sibling(target, ".new");
        try {
            loadDriver(folder);
            Files.deleteIfExists(incomplete);
            var file = new StoreFile(source, Long.MAX_VALUE);
            try (Connection connection = file.connect();
                    PreparedStatement vacuum = connection.prepareStatement("VACUUM INTO ?")) {
                file.requireStore(connection);
                vacuum.setString(1, incomplete.toString());
                vacuum.execute();
            }
            Copy copy;
            try (Connection connection = new StoreFile(incomplete, Long.MAX_VALUE).openForReading()) {
                copy = new Copy(target, requireIntact(connection), revision(connection), Files.size(incomplete));
            }
            force(incomplete);
            Files.move(incomplete, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            force(folder);
            return copy;
        } catch (SQLException e) {
            throw new IOException(
                    isCorrupt(e)
                            ? "%s is corrupt, or no store: %s".formatted(source, e.getMessage())
                            : "cannot copy %s to %s: %s".formatted(source, target, e.getMessage()),
                    e);
        } finally {
            Files.deleteIfExists(incomplete);
        }
    }

    /** Makes a file or the entries of a folder survive a loss of power. */
    private static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
