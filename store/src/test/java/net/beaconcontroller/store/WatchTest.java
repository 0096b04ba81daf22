package net.beaconcontroller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.store.Change;
import net.beaconcontroller.api.store.Document;
import net.beaconcontroller.api.store.Watcher;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchTest {
    @TempDir
    private Path folder;

    private SqliteStore store;

    @BeforeEach
    void open() {
        store = SqliteStore.open(folder.resolve("store.db"), SqliteStoreTest.MAX_BYTES, () -> false);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void beginsWithTheDocumentsAndContinuesWithTheChangesOfEachCommit() {
        store.commit(Change.put("test", "a/1", "1"));
        store.commit(List.of(Change.put("test", "b", "1"), Change.put("test.other", "a/2", "1")));
        var watcher = new RecordingWatcher();
        try (var _ = store.watch("test", "a/", watcher)) {
            await().until(() -> watcher.snapshots() == 1);
            assertThat(watcher.contents()).isEqualTo(Map.of("a/1", "1"));
            store.commit(List.of(
                    Change.put("test", "a/2", "2"),
                    Change.delete("test", "a/1"),
                    Change.put("test", "b", "2"),
                    Change.put("test.other", "a/3", "1")));
            await().until(() -> watcher.changes() == 1);
            assertThat(watcher.contents()).isEqualTo(Map.of("a/2", "2"));
            store.commit(Change.put("test", "b", "3"));
            store.commit(Change.put("test", "a/2", "3"));
            await().until(() -> watcher.contents().equals(Map.of("a/2", "3")));
            assertThat(watcher.changes()).isEqualTo(2);
            assertThat(watcher.snapshots()).isEqualTo(1);
        }
    }

    @Test
    void watchersMissNothingWhileSeveralThreadsWrite() throws Exception {
        int writers = 4;
        int commits = 100;
        var watchers = new ArrayList<RecordingWatcher>();
        var watches = new ArrayList<Registration>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var written = new ArrayList<Future<?>>();
            for (int w = 0; w < writers; w++) {
                int writer = w;
                written.add(threads.submit(() -> {
                    for (int i = 0; i < commits; i++) {
                        int key = ThreadLocalRandom.current().nextInt(10);
                        store.commit(
                                ThreadLocalRandom.current().nextInt(4) == 0
                                        ? Change.delete("test", "k" + key)
                                        : Change.put("test", "k" + key, "%d".formatted(1000 * writer + i)));
                    }
                }));
            }
            // Watches begin at any time.
            for (int i = 0; i < 20; i++) {
                var watcher = new RecordingWatcher();
                watchers.add(watcher);
                watches.add(store.watch("test", "", watcher));
                store.get("test", "k0");
            }
            for (Future<?> each : written) {
                each.get();
            }
        }
        List<Document<String>> last = store.list("test", "");
        for (RecordingWatcher watcher : watchers) {
            await().untilAsserted(() -> assertThat(watcher.documents()).isEqualTo(last));
            assertThat(watcher.snapshots()).isEqualTo(1);
        }
        watches.forEach(Registration::close);
        assertThat(store.statistics().watches()).isZero();
    }

    @Test
    void aWatcherThatIsTooSlowReceivesASnapshotInsteadOfWhatItHasMissed() {
        var begun = new CountDownLatch(1);
        var mayContinue = new CountDownLatch(1);
        var watcher = new RecordingWatcher() {
            @Override
            public void changed(long revision, List<Document<String>> put, List<String> deleted) {
                begun.countDown();
                try {
                    mayContinue.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                super.changed(revision, put, deleted);
            }
        };
        try (var _ = store.watch("test", "", watcher)) {
            await().until(() -> watcher.snapshots() == 1);
            store.commit(Change.put("test", "first", "0"));
            await().until(() -> begun.getCount() == 0);
            String value = "\"" + "x".repeat(1 << 19) + "\"";
            for (long size = 0; size < 2 * History.MAX_SIZE; size += value.length()) {
                store.commit(Change.put("test", "large", value));
            }
            store.commit(Change.put("test", "last", "1"));
            mayContinue.countDown();
            await().until(() -> watcher.contents().containsKey("last"));
            assertThat(watcher.snapshots()).isEqualTo(2);
            assertThat(watcher.documents()).isEqualTo(store.list("test", ""));
        }
    }

    @Test
    void aWatcherThatFailsReceivesANewSnapshot() {
        var watcher = new RecordingWatcher() {
            @Override
            public void changed(long revision, List<Document<String>> put, List<String> deleted) {
                throw new IllegalStateException("a failure for the test");
            }
        };
        try (var _ = store.watch("test", "", watcher)) {
            await().until(() -> watcher.snapshots() == 1);
            store.commit(Change.put("test", "a", "1"));
            await().until(() -> watcher.contents().equals(Map.of("a", "1")));
            assertThat(watcher.snapshots()).isEqualTo(2);
        }
    }

    @Test
    void aWatcherMayUseTheStoreAndEndItsWatch() {
        var ended = new CountDownLatch(1);
        var registration = new Registration[1];
        var started = new CountDownLatch(1);
        registration[0] = store.watch("test", "", new RecordingWatcher() {
            @Override
            public void snapshot(long revision, List<Document<String>> all) {
                try {
                    started.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                store.commit(Change.put("test", "seen", "1"));
                registration[0].close();
                ended.countDown();
            }
        });
        started.countDown();
        await().until(() -> ended.getCount() == 0);
        assertThat(store.list("test", "")).extracting(Document::key).containsExactly("seen");
        await().until(() -> store.statistics().watches() == 0);
    }

    @Test
    void leavesADocumentOutThatIsNoObjectOfTheType() {
        record Rule(int port) {}
        store.commit(
                List.of(Change.put("test", "right", "{\"port\":1}"), Change.put("test", "wrong", "{\"port\":\"x\"}")));
        var received = new CompletableFuture<List<Document<Rule>>>();
        try (var _ = store.documents("test", Rule.class).watch(new Watcher<Rule>() {
            @Override
            public void snapshot(long revision, List<Document<Rule>> documents) {
                received.complete(documents);
            }

            @Override
            public void changed(long revision, List<Document<Rule>> put, List<String> deleted) {}
        })) {
            await().until(received::isDone);
            assertThat(received.join()).extracting(Document::value).containsExactly(new Rule(1));
        }
    }
}
