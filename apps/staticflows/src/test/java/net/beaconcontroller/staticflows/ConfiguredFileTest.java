package net.beaconcontroller.staticflows;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.entry.EntryFile;
import net.beaconcontroller.testkit.TestController;
import net.beaconcontroller.testkit.TestEvents;
import net.beaconcontroller.testkit.TestStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfiguredFileTest {
    @TempDir
    private Path folder;

    private final TestStore store = new TestStore();
    private final StaticFlows application =
            new StaticFlows(new TestController(), ApplicationSettings.none(), store, new TestEvents());
    private final Catalog catalog = application.catalog();

    @AfterEach
    void close() {
        application.close();
        store.close();
    }

    private ConfiguredFile read(String text) throws Exception {
        var file = new ConfiguredFile(Files.writeString(folder.resolve("flows.conf"), text), catalog);
        file.poll();
        return file;
    }

    @Test
    void itsEntriesReplaceThoseOfItsPreviousContent() throws Exception {
        ConfiguredFile file = read("flow a: priority=1,actions=drop\nflow b: priority=2,actions=drop\n");
        assertThat(catalog.index().entries()).containsOnlyKeys("a", "b");
        KeptEntry before = requireNonNull(catalog.index().entries().get("b"));
        Files.writeString(file.path(), "flow b: priority=2,actions=drop\nflow c: priority=3,actions=drop\n");
        file.poll();
        assertThat(catalog.index().entries()).containsOnlyKeys("b", "c");
        assertThat(catalog.index().entries()).containsEntry("b", before);
        assertThat(file.error()).isEmpty();
    }

    @Test
    void theLastCorrectContentStaysInForce() throws Exception {
        ConfiguredFile file = read("flow a: priority=1,actions=drop\n");
        Files.writeString(file.path(), "flow c: priority=1,actions=drop\nflow b: priority=2,actions=group:7\n");
        file.poll();
        assertThat(catalog.index().entries()).containsOnlyKeys("a");
        assertThat(file.error()).startsWith("line 2: b: actions[0].group=7: ");
        Files.delete(file.path());
        file.poll();
        assertThat(file.error()).isEqualTo("does not exist");
        assertThat(catalog.index().entries()).containsOnlyKeys("a");
    }

    @Test
    void jsonIsAppliedAsAWholeOrNotAtAll() throws Exception {
        ConfiguredFile file = read("""
                [
                  {"name": "a", "text": "priority=1,actions=drop"},
                  {"name": "b", "kind": "group", "switches": "1", "versions": ["1.3"], "text": "group_id=7,type=all"}
                ]
                """);
        assertThat(file.error()).isEmpty();
        assertThat(catalog.index().entries()).containsOnlyKeys("a", "b");
        Files.writeString(file.path(), """
                {"entries": [
                  {"name": "c", "text": "priority=3,actions=drop"},
                  {"name": "d", "text": "priority=4,actions=group:8"}]}
                """);
        file.poll();
        assertThat(file.error()).startsWith("line 3: d: actions[0].group=8: ");
        assertThat(catalog.index().entries()).containsOnlyKeys("a", "b");
        Files.writeString(file.path(), "[{\"text\": \"priority=3\"}, {\"name\": \"a\"}]");
        file.poll();
        assertThat(file.error().lines())
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("line 1: entries[0]: actions: "),
                        second -> assertThat(second).startsWith("line 1: a: text: is missing"));
        // the same entries as lines
        Files.writeString(file.path(), "flow a: priority=1,actions=drop\ngroup b on 1 of 1.3: group_id=7,type=all\n");
        KeptEntry before = requireNonNull(catalog.index().entries().get("b"));
        file.poll();
        assertThat(file.error()).isEmpty();
        assertThat(catalog.index().entries()).containsOnlyKeys("a", "b").containsEntry("b", before);
    }

    @Test
    void theEntriesOfRequestsAreNotReplaced() throws Exception {
        var _ = catalog.add(EntryFile.parse("flow a: actions=drop"), false);
        assertThat(read("flow a: priority=1,actions=drop\n").error()).contains("entry a was added by a request");
        assertThat(read("flow b: priority=1,actions=drop\n").error()).isEmpty();
        assertThat(catalog.index().entries()).containsOnlyKeys("a", "b");
    }

    @Test
    void withoutTheSettingTheEntriesOfTheFileAreDeleted() throws Exception {
        read("flow a: priority=1,actions=drop\n");
        ConfiguredFile.deleteEntries(catalog);
        assertThat(catalog.index().entries()).isEmpty();
    }

    @Test
    void theFileOfTheSettingIsRead() throws Exception {
        Path path = Files.writeString(folder.resolve("flows.conf"), "flow a: in_port=1,actions=output:2\n");
        try (var network = StaticNetwork.start("single,2", Version.OF13, Map.of("file", path.toString()))) {
            await().untilAsserted(() -> assertThat(network.flows("s1")).hasSize(1));
            Files.writeString(path, "");
            await().untilAsserted(() -> assertThat(network.flows("s1")).isEmpty());
        }
    }
}
