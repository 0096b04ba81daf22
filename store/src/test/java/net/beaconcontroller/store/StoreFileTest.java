package net.beaconcontroller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.beaconcontroller.api.store.Change;
import net.beaconcontroller.api.store.Document;
import net.beaconcontroller.api.store.StoreException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteConfig;

class StoreFileTest {
    private static final int FLIPS = Integer.getInteger("beacon.test.store.flips", 50);

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void setPath() {
        file = folder.resolve("store.db");
    }

    private static SqliteStore open(Path file) {
        return SqliteStore.open(file, SqliteStoreTest.MAX_BYTES, () -> false);
    }

    /** Writes a store of several pages, and returns its documents. */
    private List<Document<String>> fill() {
        try (SqliteStore store = open(file)) {
            store.commit(IntStream.range(0, 300)
                    .mapToObj(i -> (Change) Change.put("test", "key-" + i, "\"%s\"".formatted("value ".repeat(i % 20))))
                    .toList());
            return store.list("test", "");
        }
    }

    private void change(String sql) throws Exception {
        try (Connection connection = new SQLiteConfig().createConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private void assertCorrupt(Path corrupt) {
        assertThatThrownBy(() -> open(corrupt))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("the store %s is corrupt: ".formatted(corrupt))
                .hasMessageEndingWith("; restore a backup with 'beacon store restore FILE', or move the file away to "
                        + "start with an empty store");
    }

    @Test
    void leavesNoOtherFilesBehind() {
        fill();
        assertThat(folder).isDirectoryNotContaining(other -> !other.equals(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"applications", "tokens.json", "store.db-wal"})
    void anEmptyFileBesideOtherDataIsRefusedAndKept(String other) throws IOException {
        Files.createFile(file);
        Files.writeString(folder.resolve(other), "x");
        assertThatThrownBy(() -> open(file))
                .isInstanceOf(StoreException.class)
                .hasMessage(("the store %s is empty, but %s beside it shows that it was not; restore a backup with "
                                + "'beacon store restore FILE', or remove the file to start with an empty store")
                        .formatted(file, other));
        assertThat(folder.resolve(other)).hasContent("x");
        Files.delete(file);
        Files.delete(folder.resolve(other));
        fill();
    }

    @Test
    void anEmptyFileAloneIsAStoreWhoseCreationWasInterrupted() throws IOException {
        Files.createFile(file);
        Files.createFile(folder.resolve("lock"));
        fill();
    }

    @Test
    void aFileWithAChangedByteIsRefusedOrHasAllDocuments() throws Exception {
        List<Document<String>> documents = fill();
        byte[] content = Files.readAllBytes(file);
        var random = new Random(1);
        int refused = 0;
        for (int i = 0; i < FLIPS; i++) {
            byte[] damaged = content.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            Path copy = Files.write(folder.resolve("copy.db"), damaged);
            try (SqliteStore store = open(copy)) {
                assertThat(store.list("test", "")).isEqualTo(documents);
            } catch (StoreException _) {
                refused++;
            }
            Files.deleteIfExists(folder.resolve("copy.db-wal"));
            Files.deleteIfExists(folder.resolve("copy.db-shm"));
        }
        assertThat(refused).isGreaterThan(FLIPS / 2);
    }

    @Test
    void aChangedValueIsDetected() throws Exception {
        fill();
        change("UPDATE document SET value = replace(value, 'value', 'Value') WHERE key = 'key-7'");
        assertCorrupt(file);
    }

    @Test
    void aTruncatedFileAndOneThatIsNoDatabaseAreDetected() throws Exception {
        fill();
        byte[] content = Files.readAllBytes(file);
        assertCorrupt(Files.write(folder.resolve("half.db"), Arrays.copyOf(content, content.length / 2)));
        assertCorrupt(Files.writeString(folder.resolve("text.db"), "text ".repeat(1000)));
        change("UPDATE revision SET number = number + 1");
        assertCorrupt(file);
    }

    @Test
    void refusesADatabaseOfAnotherProgramAndOfALaterVersion() throws Exception {
        change("CREATE TABLE other (x)");
        assertThatThrownBy(() -> open(file))
                .isInstanceOf(StoreException.class)
                .hasMessage("%s is not a store of Beacon, but another SQLite file".formatted(file));
        Files.delete(file);
        fill();
        change("PRAGMA user_version = 7");
        assertThatThrownBy(() -> open(file))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "the store %s was written by a later version of Beacon: it has schema version 7; "
                                + "this version reads 0 to 1",
                        file);
    }

    @Test
    void aFileOfAnEarlierSchemaIsMigratedAsAWhole() throws Exception {
        List<Document<String>> documents = fill();
        String added = "CREATE TABLE added (x); INSERT INTO added VALUES (5)";
        assertThatThrownBy(() -> SqliteStore.open(withMigrations(added, "no SQL"), () -> false))
                .isInstanceOf(StoreException.class);
        try (SqliteStore store = SqliteStore.open(withMigrations(added), () -> false)) {
            assertThat(store.list("test", "")).isEqualTo(documents);
        }
        try (Connection connection = new SQLiteConfig().createConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery("SELECT x, user_version FROM added, pragma_user_version")) {
            assertThat(results.getInt(1)).isEqualTo(5);
            assertThat(results.getInt(2)).isEqualTo(2);
        }
    }

    private StoreFile withMigrations(String... added) {
        return new StoreFile(
                file,
                SqliteStoreTest.MAX_BYTES,
                Stream.concat(StoreFile.MIGRATIONS.stream(), Arrays.stream(added))
                        .toList());
    }

    @Test
    void aBackupHasTheDocumentsOfOneCommitWhileOthersAreMade() throws Exception {
        Path backup = folder.resolve("backup.db");
        try (SqliteStore store = open(file)) {
            long revision = store.commit(List.of(Change.put("test", "one", "0"), Change.put("test", "two", "0")));
            Thread writer = Thread.ofVirtual().start(() -> {
                for (int i = 1; !Files.exists(backup) && i < 10_000; i++) {
                    store.commit(List.of(
                            Change.put("test", "one", Integer.toString(i)),
                            Change.put("test", "two", Integer.toString(i))));
                }
            });
            StoreFile.Copy copy = StoreFile.backup(file, backup);
            writer.join();
            assertThat(copy.documents()).isEqualTo(2);
            assertThat(copy.revision()).isGreaterThanOrEqualTo(revision);
        }
        try (SqliteStore store = open(backup)) {
            assertThat(store.list("test", "").stream().map(Document::value).distinct())
                    .hasSize(1);
        }
    }

    @Test
    void restoringKeepsThePreviousStore() throws Exception {
        Path backup = folder.resolve("backup.db");
        List<Document<String>> documents = fill();
        StoreFile.backup(file, backup);
        try (SqliteStore store = open(file)) {
            store.commit(Change.put("test", "later", "1"));
        }
        StoreFile.restore(backup, file);
        try (SqliteStore store = open(file);
                SqliteStore replaced = open(StoreFile.replaced(file))) {
            assertThat(store.list("test", "")).isEqualTo(documents);
            assertThat(replaced.get("test", "later")).isPresent();
        }
    }

    @Test
    void aCorruptStoreIsReplacedByABackupAndACorruptBackupIsRefused() throws Exception {
        Path backup = folder.resolve("backup.db");
        List<Document<String>> documents = fill();
        StoreFile.backup(file, backup);
        Files.writeString(file, "text ".repeat(1000));
        StoreFile.restore(backup, file);
        try (SqliteStore store = open(file)) {
            assertThat(store.list("test", "")).isEqualTo(documents);
        }
        Files.writeString(backup, "text ".repeat(1000));
        assertThatThrownBy(() -> StoreFile.restore(backup, file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("%s is corrupt, or no store: ".formatted(backup));
        try (SqliteStore store = open(file)) {
            assertThat(store.list("test", "")).isEqualTo(documents);
        }
    }
}
