package net.beaconcontroller.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.api.store.Change;
import net.beaconcontroller.runtime.DataFolder;
import net.beaconcontroller.store.SqliteStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreCommandTest {
    @TempDir
    private Path folder;

    private Path data;
    private Path backup;

    @BeforeEach
    void setPaths() {
        data = folder.resolve("data");
        backup = folder.resolve("backup.db");
    }

    private SqliteStore open() {
        return SqliteStore.open(data.resolve("store.db"), 1 << 30, () -> false);
    }

    private CommandResult run(String... arguments) {
        var all = new ArrayList<>(List.of("store", arguments[0], "-D", "data.folder=" + data));
        all.addAll(List.of(arguments).subList(1, arguments.length));
        return CommandResult.of(all.toArray(String[]::new));
    }

    @Test
    void aBackupOfARunningControllerIsRestoredWhenItHasStopped() throws Exception {
        try (var _ = DataFolder.open(data);
                SqliteStore store = open()) {
            store.commit(Change.put("test", "a", "1"));
            assertThat(run("backup", backup.toString()).out())
                    .matches("%s: backup of %s: 1 documents, revision 1, [\\d,]+ bytes\\R"
                            .formatted(backup, data.resolve("store.db")));
            store.commit(Change.put("test", "a", "2"));
            CommandResult refused = run("restore", backup.toString());
            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.err()).contains("another controller uses it (process ");
        }
        CommandResult restored = run("restore", backup.toString());
        assertThat(restored.err()).isEmpty();
        assertThat(restored.out())
                .isEqualToNormalizingNewlines(
                        "%s: restored from %s: 1 documents, revision 1; the previous store is %s\n"
                                .formatted(data.resolve("store.db"), backup, data.resolve("store.db.replaced")));
        try (SqliteStore store = open()) {
            assertThat(store.get("test", "a").orElseThrow().value()).isEqualTo("1");
        }
    }

    @Test
    void errorsSayWhatIsWrong() throws Exception {
        assertThat(run("backup", backup.toString()).err())
                .contains("beacon: %s: the file does not exist".formatted(data.resolve("store.db")));
        Files.createDirectories(data);
        open().close();
        Files.writeString(backup, "x".repeat(5000));
        assertThat(run("backup", backup.toString()).err())
                .contains("beacon: %s exists; remove it, or give another file".formatted(backup));
        assertThat(run("restore", backup.toString()).err())
                .contains("beacon: %s is corrupt, or no store: ".formatted(backup));
        assertThat(CommandResult.of("store", "backup", "-D", "data.folder=none", backup.toString())
                        .err())
                .contains("data.folder=none: no store is kept");
    }

    @Test
    void aCorruptStoreKeepsTheControllerFromStarting() throws Exception {
        Files.createDirectories(data);
        Files.writeString(data.resolve("store.db"), "x".repeat(5000));
        CommandResult result = CommandResult.of(
                "run", "-D", "data.folder=" + data, "-D", "controller.listen=127.0.0.1:0", "-D", "http.listen=off");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err())
                .contains("beacon: the store %s is corrupt: ".formatted(data.resolve("store.db")))
                .contains("restore a backup with 'beacon store restore FILE', "
                        + "or move the file away to start with an empty store");
    }
}
