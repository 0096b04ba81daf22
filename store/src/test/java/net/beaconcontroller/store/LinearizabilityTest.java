package net.beaconcontroller.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import net.beaconcontroller.api.store.Change;
import net.beaconcontroller.api.store.ConflictException;
import net.beaconcontroller.api.store.Document;
import net.beaconcontroller.store.Linearizability.Effect;
import net.beaconcontroller.store.Linearizability.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinearizabilityTest {
    private static final int THREADS = 8;
    private static final int KEYS = 3;
    private static final int OPERATIONS = Integer.getInteger("beacon.test.store.operations", 150);

    @TempDir
    private Path folder;

    /** An operation of the store, and a commit's revision or 0. */
    private record Recorded(int key, Operation operation, long revision) {}

    @Test
    void concurrentOperationsAreLinearizable() throws Exception {
        var recorded = new ConcurrentLinkedQueue<Recorded>();
        try (var store = SqliteStore.open(folder.resolve("store.db"), SqliteStoreTest.MAX_BYTES, () -> false);
                var threads = Executors.newFixedThreadPool(THREADS)) {
            List<Callable<Void>> clients = IntStream.range(0, THREADS)
                    .<Callable<Void>>mapToObj(seed -> () -> {
                        var random = new Random(seed);
                        for (int i = 0; i < OPERATIONS; i++) {
                            recorded.add(operate(store, random));
                        }
                        return null;
                    })
                    .toList();
            for (Future<Void> client : threads.invokeAll(clients)) {
                client.get();
            }
        }
        for (int key = 0; key < KEYS; key++) {
            int wanted = key;
            List<Operation> operations = recorded.stream()
                    .filter(one -> one.key == wanted)
                    .map(Recorded::operation)
                    .sorted(Comparator.comparingLong(Operation::called))
                    .toList();
            assertThat(Linearizability.isLinearizable(operations)).isTrue();
        }
        // Over all documents: a commit that was called after another had returned has a higher revision.
        List<Recorded> commits = recorded.stream()
                .filter(one -> one.revision > 0)
                .sorted(Comparator.comparingLong(Recorded::revision))
                .toList();
        long lastCall = Long.MIN_VALUE;
        for (Recorded commit : commits) {
            assertThat(commit.operation.returned()).isGreaterThan(lastCall);
            lastCall = Math.max(lastCall, commit.operation.called());
        }
    }

    private static Recorded operate(SqliteStore store, Random random) {
        int key = random.nextInt(KEYS);
        String name = "k" + key;
        int kind = random.nextInt(10);
        long required = kind < 4 ? version(store, name) : 0;
        long called = System.nanoTime();
        long revision = 0;
        Effect effect;
        if (kind < 4) {
            try {
                revision = store.commit(Change.put("test", name, "1").ifVersion(required));
                effect = new Effect.Swap(required, revision);
            } catch (ConflictException e) {
                effect = new Effect.Conflict(required, e.version());
            }
        } else if (kind < 6) {
            revision = store.commit(Change.put("test", name, "2"));
            effect = new Effect.Write(revision);
        } else if (kind < 7) {
            store.commit(Change.delete("test", name));
            effect = new Effect.Write(0);
        } else {
            effect = new Effect.Read(version(store, name));
        }
        return new Recorded(key, new Operation(called, System.nanoTime(), effect), revision);
    }

    private static long version(SqliteStore store, String name) {
        return store.get("test", name).map(Document::version).orElse(0L);
    }

    @Test
    void readersSeeAllChangesOfACommitOrNone() throws Exception {
        try (var store = SqliteStore.open(folder.resolve("store.db"), SqliteStoreTest.MAX_BYTES, () -> false);
                var threads = Executors.newFixedThreadPool(2)) {
            store.commit(both(0));
            Future<?> writer = threads.submit(() -> IntStream.range(1, 300).forEach(i -> store.commit(both(i))));
            long reads = 0;
            while (!writer.isDone() || reads == 0) {
                List<Document<String>> read = store.list("test", "");
                assertThat(read)
                        .extracting(Document::version)
                        .containsOnly(read.getFirst().version());
                assertThat(read).hasSize(2);
                reads++;
            }
            writer.get();
        }
    }

    private static List<Change> both(int value) {
        return List.of(
                Change.put("test", "one", Integer.toString(value)), Change.put("test", "two", Integer.toString(value)));
    }

    @Test
    void theCheckFindsWhatIsNotLinearizable() {
        var write = new Operation(0, 1, new Effect.Write(5));
        assertThat(check(write, new Operation(2, 3, new Effect.Read(5)))).isTrue();
        // A read that has missed a write.
        assertThat(check(write, new Operation(2, 3, new Effect.Read(0)))).isFalse();
        // The same at the same time.
        assertThat(check(write, new Operation(0, 3, new Effect.Read(0)))).isTrue();
        // Two swaps of one version.
        assertThat(check(write, new Operation(2, 5, new Effect.Swap(5, 6)), new Operation(3, 5, new Effect.Swap(5, 7))))
                .isFalse();
        // A read that goes back.
        assertThat(check(
                        write,
                        new Operation(2, 9, new Effect.Write(6)),
                        new Operation(3, 4, new Effect.Read(6)),
                        new Operation(5, 6, new Effect.Read(5))))
                .isFalse();
        // A conflict with a version that was there.
        assertThat(check(write, new Operation(2, 3, new Effect.Conflict(0, 5)))).isTrue();
        assertThat(check(write, new Operation(2, 3, new Effect.Conflict(0, 4)))).isFalse();
    }

    private static boolean check(Operation... operations) {
        var ordered = new ArrayList<>(List.of(operations));
        ordered.sort(Comparator.comparingLong(Operation::called));
        return Linearizability.isLinearizable(ordered);
    }
}
