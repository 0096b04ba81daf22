package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import net.beaconcontroller.runtime.Application.State;
import net.beaconcontroller.testkit.TestEvents;
import net.beaconcontroller.testkit.TestStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppsFolderTest {

    @TempDir
    private Path data;

    private final TestStore store = new TestStore();
    private Path folder;
    private Applications applications;
    private AppsFolder watcher;

    @BeforeEach
    void start() throws Exception {
        folder = data.toRealPath().resolve("apps");
        applications = TestApplications.start(new TestEvents(), store, data);
        watcher = new AppsFolder(folder, applications);
        watcher.start();
    }

    @AfterEach
    void close() {
        stop();
        store.close();
    }

    private void stop() {
        watcher.close();
        applications.close();
    }

    /** Returns a JAR file with an application without classes. */
    private static byte[] jar(String name, String version) throws IOException {
        var manifest = new Manifest();
        Map.of(
                        "Manifest-Version", "1.0",
                        "Bundle-ManifestVersion", "2",
                        "Bundle-SymbolicName", name,
                        "Bundle-Version", version,
                        "Export-Package", name)
                .forEach(manifest.getMainAttributes()::putValue);
        var bytes = new ByteArrayOutputStream();
        try (var jar = new JarOutputStream(bytes, manifest)) {
            jar.putNextEntry(new ZipEntry("content"));
            jar.write(new byte[1000]);
        }
        return bytes.toByteArray();
    }

    private void awaitVersions(String... versions) {
        await().untilAsserted(() -> assertThat(applications.list())
                .filteredOn(application -> application.state() == State.RUNNING)
                .extracting(Application::version)
                .containsExactly(versions));
    }

    @Test
    void installsUpdatesAndRemovesWithTheFile() throws Exception {
        Path file = Files.write(folder.resolve("a.jar"), jar("a", "1.0.0"));
        awaitVersions("1.0.0");
        Files.write(file, jar("a", "1.1.0"));
        awaitVersions("1.1.0");
        Files.delete(file);
        await().untilAsserted(() -> assertThat(applications.list()).isEmpty());
    }

    @Test
    void aFileThatIsBeingCopiedDoesNoHarm() throws Exception {
        byte[] whole = jar("a", "1.0.0");
        Path file = Files.write(folder.resolve("a.jar"), Arrays.copyOf(whole, whole.length / 2));
        // Is refused, because it is incomplete.
        Path other = Files.write(folder.resolve("b.jar"), jar("b", "2.0.0"));
        awaitVersions("2.0.0");
        Files.write(file, Arrays.copyOfRange(whole, whole.length / 2, whole.length), StandardOpenOption.APPEND);
        awaitVersions("1.0.0", "2.0.0");
        Files.write(other, new byte[10]);
        Files.write(file, jar("a", "1.1.0"));
        awaitVersions("1.1.0", "2.0.0");
    }

    @Test
    void whatChangedWhileTheControllerWasStoppedIsNoticed() throws Exception {
        Path removed = Files.write(folder.resolve("a.jar"), jar("a", "1.0.0"));
        Files.write(folder.resolve("b.jar"), jar("b", "2.0.0"));
        awaitVersions("1.0.0", "2.0.0");
        applications.apply(List.of(new ApplicationChange.Stop("b")), false);
        stop();
        Files.delete(removed);
        Files.write(folder.resolve("c.jar"), jar("c", "3.0.0"));
        start();
        applications.startAllAndRecorded(List.of());
        awaitVersions("3.0.0");
        assertThat(applications.list()).extracting(Application::name).containsExactly("b", "c");
    }
}
