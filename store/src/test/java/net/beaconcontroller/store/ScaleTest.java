package net.beaconcontroller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import net.beaconcontroller.api.store.Change;
import net.beaconcontroller.api.store.Document;
import net.beaconcontroller.api.store.Watcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many documents, watches and writers. The suite has a tenth of what the store is meant for, which is
 * {@code -Dbeacon.test.store.documents=100000 -Dbeacon.test.store.watches=1000}; then the test prints its times.
 */
class ScaleTest {
    private static final int DOCUMENTS = Integer.getInteger("beacon.test.store.documents", 10_000);
    private static final int WATCHES = Integer.getInteger("beacon.test.store.watches", 100);
    private static final int WRITERS = 16;
    private static final int COMMITS = WATCHES / 10;

    @TempDir
    private Path folder;

    /** Counts the changes of the documents with a prefix, and checks that it receives each once. */
    private static final class Counter implements Watcher<String> {
        private final AtomicLong sum = new AtomicLong();

        @Override
        public void snapshot(long revision, List<Document<String>> documents) {
            sum.set(documents.stream().mapToLong(Document::version).sum());
        }

        @Override
        public void changed(long revision, List<Document<String>> put, List<String> deleted) {
            // A new document for each commit: the sum of the versions shows a change that is missing or repeated.
            sum.addAndGet(put.size() * revision);
        }
    }

    @Test
    void manyDocumentsWatchesAndWriters() throws Exception {
        long begin = System.nanoTime();
        Path file = folder.resolve("store.db");
        try (var store = SqliteStore.open(file, SqliteStoreTest.MAX_BYTES, () -> false)) {
            String value = "{\"match\":\"%s\"}".formatted("x".repeat(200));
            for (int from = 0; from < DOCUMENTS; from += 1000) {
                var changes = new ArrayList<Change>();
                for (int i = from; i < from + 1000; i++) {
                    changes.add(Change.put("test", "s%04d/%d".formatted(i % WATCHES, i), value));
                }
                store.commit(changes);
            }
            begin = print("%,d documents in commits of 1,000".formatted(DOCUMENTS), begin);

            var counters = new ArrayList<Counter>();
            for (int i = 0; i < WATCHES; i++) {
                var counter = new Counter();
                counters.add(counter);
                store.watch("test", "s%04d/".formatted(i), counter);
            }
            await().until(() -> store.statistics().snapshots() == WATCHES);
            begin = print("%,d watches with their snapshots".formatted(WATCHES), begin);

            try (var threads = Executors.newFixedThreadPool(WRITERS)) {
                var written = new ArrayList<Future<?>>();
                for (int w = 0; w < WRITERS; w++) {
                    int writer = w;
                    written.add(threads.submit(() -> {
                        for (int i = 0; i < COMMITS; i++) {
                            String key = "s%04d/w%d-%d".formatted((writer * COMMITS + i) % WATCHES, writer, i);
                            store.commit(Change.put("test", key, value).ifAbsent());
                        }
                    }));
                }
                for (Future<?> each : written) {
                    each.get();
                }
            }
            begin = print(
                    "%,d commits of %d writers in %,d groups"
                            .formatted(
                                    WRITERS * COMMITS,
                                    WRITERS,
                                    store.statistics().groups()),
                    begin);
            long expected =
                    store.list("test", "").stream().mapToLong(Document::version).sum();
            await().atMost(1, TimeUnit.MINUTES)
                    .until(() -> counters.stream()
                                    .mapToLong(counter -> counter.sum.get())
                                    .sum()
                            == expected);
            begin = print("all watches have received them", begin);
        }
        begin = print("closed", begin);
        try (var store = SqliteStore.open(file, SqliteStoreTest.MAX_BYTES, () -> false)) {
            begin = print("opened and checked, %,d bytes".formatted(store.fileBytes()), begin);
            assertThat(store.list("test", "")).hasSize(DOCUMENTS + WRITERS * COMMITS);
            print("listed", begin);
        }
    }

    private static long print(String what, long begin) {
        long now = System.nanoTime();
        if (DOCUMENTS >= 100_000) {
            System.out.printf("%-60s %,6d ms%n", what, (now - begin) / 1_000_000);
        }
        return now;
    }
}
