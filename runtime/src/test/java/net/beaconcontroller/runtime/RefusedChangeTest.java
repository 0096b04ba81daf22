package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import net.beaconcontroller.api.store.StoreException;
import net.beaconcontroller.hub.Hub;
import net.beaconcontroller.learningswitch.LearningSwitch;
import net.beaconcontroller.runtime.Application.State;
import net.beaconcontroller.testkit.TestEvents;
import net.beaconcontroller.testkit.TestStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A change of applications that is refused or cannot be recorded has no effect: now, later, or at the next start. */
class RefusedChangeTest {
    private static final Path HUB = Bundles.of(Hub.class);
    private static final Path LEARNING_SWITCH = Bundles.of(LearningSwitch.class);

    @TempDir
    private Path data;

    private final TestStore store = new TestStore();
    private Applications applications;

    @BeforeEach
    void start() {
        applications = TestApplications.start(new TestEvents(), store, data);
    }

    @AfterEach
    void stop() {
        applications.close();
        store.close();
    }

    private void restart() {
        applications.close();
        start();
        applications.startAllAndRecorded(List.of());
    }

    private void apply(ApplicationChange... changes) {
        applications.apply(List.of(changes), false);
    }

    private static ApplicationChange install(Path file) {
        return new ApplicationChange.Install(file, file.toString(), true);
    }

    @Test
    void aFileWhoseNameIsNotValidIsRefusedAndDisturbsNoOtherChange(@TempDir Path folder) throws Exception {
        List<String> names = List.of(
                "my app",
                "größe",
                "a/b",
                "..",
                "a..b",
                ".a",
                "a\u0001b",
                "v1",
                "controller",
                "unknown",
                "system.bundle",
                "org.apache.felix.scr",
                "x".repeat(101));
        for (int i = 0; i < names.size(); i++) {
            Path file = Bundles.withoutClasses(folder.resolve("file" + i), names.get(i), "Export-Package: a.b");
            assertThatThrownBy(() -> apply(install(file)))
                    .as(names.get(i))
                    .isInstanceOf(ApplicationException.class)
                    .hasMessageStartingWith("cannot install " + file + ": ")
                    .hasMessageContaining("Bundle-SymbolicName");
        }
        apply(install(HUB));
        assertThat(applications.list()).extracting(Application::name).containsExactly("hub");
    }

    @Test
    void aChangeThatCannotBeRecordedIsUndoneAndHasNoEffectLater() {
        apply(install(HUB));
        for (Supplier<RuntimeException> failure : List.<Supplier<RuntimeException>>of(
                () -> new StoreException("the disk is full"), () -> new IllegalArgumentException("as tested"))) {
            store.failCommits(failure);
            assertThatThrownBy(() -> apply(new ApplicationChange.Stop("hub"), install(LEARNING_SWITCH)))
                    .isInstanceOf(ApplicationException.class)
                    .hasMessageContaining(failure.get().getMessage());
            store.failCommits(null);
            assertThat(applications.list())
                    .extracting(Application::name, Application::state)
                    .containsExactly(tuple("hub", State.RUNNING));
        }
        apply(new ApplicationChange.Start("hub"));
        restart();
        assertThat(applications.list())
                .extracting(Application::name, Application::state)
                .containsExactly(tuple("hub", State.RUNNING));
    }

    @Test
    void aChangeThatIsRecordedIsNotRefusedIfAnOldCopyCannotBeDeleted() throws Exception {
        apply(install(HUB));
        // cannot be deleted, because it is not empty
        Files.createDirectories(data.resolve("applications").resolve("old.jar").resolve("content"));
        apply(new ApplicationChange.Remove("hub"));
        assertThat(applications.list()).isEmpty();
        restart();
        assertThat(applications.list()).isEmpty();
    }
}
