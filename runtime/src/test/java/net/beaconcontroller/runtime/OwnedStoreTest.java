package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.beaconcontroller.api.store.Document;
import net.beaconcontroller.api.store.Watcher;
import net.beaconcontroller.testkit.TestStore;
import org.junit.jupiter.api.Test;

class OwnedStoreTest {
    record Value(int number) {}

    @Test
    void watchesAndLeasesEndWhenTheApplicationStops() {
        try (var store = new TestStore()) {
            var owned = new OwnedStore(store);
            var documents = owned.documents("test", Value.class);
            var received = new CopyOnWriteArrayList<List<Document<Value>>>();
            documents.watch(new Watcher<>() {
                @Override
                public void snapshot(long revision, List<Document<Value>> all) {
                    received.add(all);
                }

                @Override
                public void changed(long revision, List<Document<Value>> put, List<String> deleted) {
                    received.add(put);
                }
            });
            // A snapshot that is taken later has the documents, and no change follows it.
            await().until(() -> received.size() == 1);
            owned.commit(List.of(
                    documents.put("leased", new Value(1)).with(owned.lease(Duration.ofHours(1))),
                    documents.put("kept", new Value(2))));
            await().until(() -> received.size() == 2);
            owned.release();
            assertThat(store.list("test", "")).extracting(Document::key).containsExactly("kept");
            store.commit(documents.put("later", new Value(3)));
            assertThatThrownBy(() -> documents.watch(new IgnoringWatcher()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the application is stopped");
            assertThat(received).hasSize(2);
        }
    }

    private static final class IgnoringWatcher implements Watcher<Value> {
        @Override
        public void snapshot(long revision, List<Document<Value>> documents) {}

        @Override
        public void changed(long revision, List<Document<Value>> put, List<String> deleted) {}
    }
}
