package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
    @TempDir
    private Path folder;

    @Test
    void isReadableOnlyByItsOwner() throws Exception {
        Path path = folder.resolve("a/b");
        try (var _ = DataFolder.open(path)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void isUsedByOneControllerAtATime() throws Exception {
        try (var _ = DataFolder.open(folder)) {
            assertThatThrownBy(() -> DataFolder.open(folder))
                    .isInstanceOf(IOException.class)
                    .hasMessage(("cannot use the folder %s: another controller uses it (process %d); stop that "
                                    + "controller, or give another folder with -D data.folder=FOLDER")
                            .formatted(folder, ProcessHandle.current().pid()));
        }
        DataFolder.open(folder).close();
    }

    @Test
    void errorForAPathThatIsAFileHasThePath() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> DataFolder.open(file))
                .hasMessageContaining("cannot use the folder %s".formatted(file));
    }

    @Test
    void noneStandsForAFolderThatIsDeletedAtTheEnd() throws Exception {
        Settings settings = Settings.read(null, Map.of("data.folder", "none"), Map.of());
        DataFolder data = settings.openDataFolder();
        Files.createDirectories(data.resolve("a/b"));
        data.close();
        assertThat(data.path()).doesNotExist();
    }

    @Test
    void tildeStandsForTheHomeDirectory() {
        assertThat(SettingType.PATH.parse("data.folder", Setting.value("~/x", "default")))
                .isEqualTo(Path.of(System.getProperty("user.home"), "x"));
    }
}
