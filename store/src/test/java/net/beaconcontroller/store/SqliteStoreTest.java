package net.beaconcontroller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.beaconcontroller.api.store.Change;
import net.beaconcontroller.api.store.ConflictException;
import net.beaconcontroller.api.store.Document;
import net.beaconcontroller.api.store.Lease;
import net.beaconcontroller.api.store.NotStoredException;
import net.beaconcontroller.api.store.Store;
import net.beaconcontroller.api.store.StoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest {
    static final long MAX_BYTES = 1 << 30;

    @TempDir
    private Path folder;

    private SqliteStore store;

    record Rule(int port, List<String> hosts) {}

    @BeforeEach
    void open() {
        store = SqliteStore.open(folder.resolve("store.db"), MAX_BYTES, () -> false);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void reopen() {
        store.close();
        open();
    }

    private List<String> keys() {
        return store.list("test", "").stream().map(Document::key).toList();
    }

    @Test
    void keepsDocumentsOverARestart() {
        long version = store.commit(Change.put("test", "a", "{\"x\":1}"));
        reopen();
        assertThat(store.get("test", "a")).contains(new Document<>("a", "{\"x\":1}", version));
        assertThat(store.commit(Change.put("test", "b", "2"))).isEqualTo(version + 1);
    }

    @Test
    void listsTheKeysOfANamespaceThatBeginWithAPrefixInTheirOrder() {
        for (String key : List.of("s1/b", "s1/a", "s10", "s2", "s1/\u00e9", "s1/\ud83d\ude00", "S")) {
            store.commit(List.of(Change.put("test", key, "0"), Change.put("test.other", key, "0")));
        }
        assertThat(store.list("test", "s1/").stream().map(Document::key))
                .containsExactly("s1/a", "s1/b", "s1/\u00e9", "s1/\ud83d\ude00");
        assertThat(keys()).hasSize(7).startsWith("S");
        assertThat(store.list("test", "t")).isEmpty();
    }

    @Test
    void theVersionOfADocumentIsTheRevisionOfTheCommitThatPutIt() {
        long first = store.commit(Change.put("test", "a", "1"));
        long second = store.commit(List.of(Change.put("test", "b", "1"), Change.put("test", "c", "1")));
        assertThat(second).isEqualTo(first + 1);
        assertThat(store.list("test", "").stream().map(Document::version)).containsExactly(first, second, second);
    }

    @Test
    void aConflictNamesTheDocumentAndBothVersionsAndChangesNothing() {
        long version = store.commit(Change.put("test", "a", "1"));
        assertThatThrownBy(() -> store.commit(List.of(
                        Change.put("test", "b", "1"),
                        Change.put("test", "a", "2").ifVersion(version + 5))))
                .isInstanceOf(ConflictException.class)
                .hasMessage("test/a: the change requires version %d, but it has version %d", version + 5, version);
        assertThatThrownBy(() -> store.commit(Change.put("test", "a", "2").ifAbsent()))
                .hasMessage("test/a: the change requires that it does not exist, but it has version %d", version);
        assertThatThrownBy(() -> store.commit(Change.delete("test", "c").ifVersion(3)))
                .hasMessage("test/c: the change requires version 3, but it does not exist");
        assertThatThrownBy(() ->
                        store.commit(List.of(Change.put("test", "b", "1"), Change.require("test", "a", version - 1))))
                .isInstanceOf(ConflictException.class);
        assertThat(keys()).containsExactly("a");
        assertThat(store.statistics().conflicts()).isEqualTo(4);
    }

    @Test
    void conditionsThatAreMetLetTheCommitPass() {
        long first = store.commit(Change.put("test", "a", "1").ifAbsent());
        long second =
                store.commit(List.of(Change.put("test", "b", "1").ifAbsent(), Change.require("test", "a", first)));
        long third = store.commit(List.of(
                Change.put("test", "a", "2").ifVersion(first),
                Change.delete("test", "b").ifVersion(second)));
        assertThat(store.list("test", "")).containsExactly(new Document<>("a", "2", third));
    }

    @Test
    void aCommitThatChangesNothingHasTheRevisionOfTheLastOneThatDid() {
        long version = store.commit(Change.put("test", "a", "1"));
        assertThat(store.commit(Change.delete("test", "b"))).isEqualTo(version);
        assertThat(store.commit(Change.require("test", "a", version))).isEqualTo(version);
        assertThat(store.commit(List.of())).isEqualTo(version);
    }

    @Test
    void refusesWhatIsNotValid() {
        assertThatThrownBy(() -> Change.put("Test", "a", "1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("namespace 'Test': needs 1 to 64 lower-case letters");
        assertThatThrownBy(() -> Change.put("test", "", "1")).hasMessageContaining("needs 1 to 512 bytes");
        assertThatThrownBy(() -> Change.put("test", "x".repeat(513), "1")).hasMessageContaining("needs 1 to 512 bytes");
        assertThatThrownBy(() -> Change.delete("test", "a\nb")).hasMessageContaining("without control characters");
        assertThatThrownBy(() -> Change.put("test", "a", "\"" + "x".repeat(Store.MAX_VALUE_BYTES) + "\""))
                .hasMessage("test/a: the value has 1048578 characters; at most 1048576 bytes of UTF-8 are valid");
        for (String value : List.of("", "{", "{} {}", "x", "'a'")) {
            assertThatThrownBy(() -> store.commit(Change.put("test", "a", value)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("test/a: the value is ");
        }
        assertThatThrownBy(() -> store.commit(List.of(Change.put("test", "a", "1"), Change.delete("test", "a"))))
                .hasMessage("test/a: the commit has two changes of this document");
        List<Change> many = IntStream.rangeClosed(0, Store.MAX_CHANGES)
                .mapToObj(i -> (Change) Change.delete("test", "k" + i))
                .toList();
        assertThatThrownBy(() -> store.commit(many)).hasMessage("commit of 20001 changes: at most 20000 are valid");
        assertThatThrownBy(() -> store.lease(Duration.ofMillis(10)))
                .hasMessage("lease of 10 ms: needs at least 1000 ms");
        assertThat(keys()).isEmpty();
    }

    @Test
    void mapsRecordsToJson() {
        var rules = store.documents("test", Rule.class);
        var rule = new Rule(22, List.of("h1", "h2"));
        long version = store.commit(rules.put("ssh", rule));
        assertThat(rules.get("ssh")).contains(new Document<>("ssh", rule, version));
        assertThat(store.get("test", "ssh").orElseThrow().value()).isEqualTo("{\"port\":22,\"hosts\":[\"h1\",\"h2\"]}");
        store.commit(rules.delete("ssh").ifVersion(version));
        assertThat(rules.list()).isEmpty();
    }

    @Test
    void readsWhatALaterVersionOfARecordHasWrittenAndNamesWhatItCannotRead() {
        var rules = store.documents("test", Rule.class);
        store.commit(Change.put("test", "new", "{\"port\":1,\"hosts\":[],\"added\":true}"));
        assertThat(rules.list()).extracting(Document::value).containsExactly(new Rule(1, List.of()));
        store.commit(Change.put("test", "wrong", "{\"port\":\"x\"}"));
        assertThatThrownBy(() -> rules.get("wrong"))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("test/wrong: the value does not match Rule: ");
    }

    @Test
    void isNeverUsedOnAnEventLoop() {
        try (var other = SqliteStore.open(folder.resolve("other.db"), MAX_BYTES, () -> true)) {
            for (Runnable use : List.<Runnable>of(
                    () -> other.get("test", "a"),
                    () -> other.list("test", ""),
                    () -> other.commit(Change.delete("test", "a")),
                    () -> other.watch("test", "", new RecordingWatcher()),
                    () -> other.lease(Duration.ofSeconds(1)))) {
                assertThatThrownBy(use::run)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageStartingWith("the store blocks and must not be called on an event loop");
            }
        }
    }

    @Test
    void refusesUseAfterItIsClosed() {
        store.close();
        for (Runnable use : List.<Runnable>of(
                () -> store.get("test", "a"), () -> store.commit(Change.delete("test", "a")), store::check)) {
            assertThatThrownBy(use::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the store is closed");
        }
    }

    @Test
    void aFullStoreRefusesCommitsAndStaysUsable() {
        try (var small = SqliteStore.open(folder.resolve("small.db"), 1 << 16, () -> false)) {
            small.commit(Change.put("test", "kept", "1"));
            String value = "\"" + "x".repeat(1 << 17) + "\"";
            assertThatThrownBy(() -> small.commit(Change.put("test", "large", value)))
                    .isInstanceOf(NotStoredException.class)
                    .hasMessageEndingWith("the disk is full, or the store has reached store.limit, 65,536 bytes");
            assertThat(small.list("test", "")).extracting(Document::key).containsExactly("kept");
            small.check();
            small.commit(Change.put("test", "another", "1"));
            assertThat(small.statistics().failures()).isEqualTo(1);
        }
    }

    @Test
    void theEndOfALeaseDeletesItsDocuments() {
        var watcher = new RecordingWatcher();
        store.commit(Change.put("test", "kept", "1"));
        try (var _ = store.watch("test", "", watcher)) {
            Lease lease = store.lease(Duration.ofMinutes(1));
            store.commit(List.of(
                    Change.put("test", "a", "1").with(lease),
                    Change.put("test", "b", "1").with(lease)));
            store.commit(Change.put("test", "b", "2"));
            lease.close();
            assertThat(keys()).containsExactly("b", "kept");
            assertThat(lease.keepAlive()).isFalse();
            assertThatThrownBy(() -> store.commit(Change.put("test", "c", "1").with(lease)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("test/c: its lease has ended");
            await().untilAsserted(() -> assertThat(watcher.contents()).isEqualTo(Map.of("b", "2", "kept", "1")));
            assertThat(store.statistics().leases()).isZero();
        }
    }

    @Test
    void aLeaseThatIsNotKeptAliveEnds() {
        Lease kept = store.lease(Duration.ofSeconds(1));
        Lease left = store.lease(Duration.ofSeconds(1));
        store.commit(List.of(
                Change.put("test", "kept", "1").with(kept),
                Change.put("test", "left", "1").with(left)));
        await().until(() -> {
            assertThat(kept.keepAlive()).isTrue();
            return keys().equals(List.of("kept"));
        });
        assertThat(left.keepAlive()).isFalse();
    }

    @Test
    void leasesEndWithTheController() {
        store.commit(List.of(
                Change.put("test", "a", "1").with(store.lease(Duration.ofHours(1))), Change.put("test", "b", "1")));
        reopen();
        assertThat(keys()).containsExactly("b");
    }

    @Test
    void refusesALeaseOfAnotherStore() {
        try (var other = SqliteStore.open(folder.resolve("other.db"), MAX_BYTES, () -> false)) {
            Lease lease = other.lease(Duration.ofHours(1));
            assertThatThrownBy(() -> store.commit(Change.put("test", "a", "1").with(lease)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("test/a: the lease is of another store");
        }
    }
}
