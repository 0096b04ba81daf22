package net.beaconcontroller.store;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.store.Change;
import net.beaconcontroller.api.store.Document;
import net.beaconcontroller.api.store.Documents;
import net.beaconcontroller.api.store.Store;
import net.beaconcontroller.api.store.StoreException;
import net.beaconcontroller.api.store.Watcher;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The documents of a namespace whose values Jackson maps to objects. Safe for use by several threads. */
public final class JsonDocuments<T> implements Documents<T> {
    private static final System.Logger LOG = System.getLogger(JsonDocuments.class.getPackageName());

    private final Store store;
    private final String namespace;
    private final Class<T> type;
    /** Null until a value is read or written: its classes take long to load, and a first start has no documents. */
    private @Nullable JsonMapper mapper;

    /** Creates a view of the documents of any store. */
    public JsonDocuments(Store store, String namespace, Class<T> type) {
        this.store = store;
        this.namespace = namespace;
        this.type = type;
    }

    /** Returns the mapper. It has references to the classes of an application, so each view has one of its own. */
    private synchronized JsonMapper mapper() {
        JsonMapper present = mapper;
        if (present == null) {
            present = JsonMapper.builder()
                    // A later version of the application may have written more.
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .build();
            mapper = present;
        }
        return present;
    }

    @Override
    public Optional<Document<T>> get(String key) {
        return store.get(namespace, key).map(this::read);
    }

    @Override
    public List<Document<T>> list(String prefix) {
        return store.list(namespace, prefix).stream().map(this::read).toList();
    }

    private Document<T> read(Document<String> document) {
        try {
            T value = mapper().readValue(document.value(), type);
            return new Document<>(document.key(), value, document.version());
        } catch (JacksonException e) {
            throw new StoreException(
                    "%s/%s: the value does not match %s: %s"
                            .formatted(namespace, document.key(), type.getSimpleName(), e.getOriginalMessage()),
                    e);
        }
    }

    @Override
    public Registration watch(String prefix, Watcher<T> watcher) {
        return store.watch(namespace, prefix, new Watcher<>() {
            @Override
            public void snapshot(long revision, List<Document<String>> documents) {
                watcher.snapshot(revision, readable(documents));
            }

            @Override
            public void changed(long revision, List<Document<String>> put, List<String> deleted) {
                watcher.changed(revision, readable(put), deleted);
            }
        });
    }

    private List<Document<T>> readable(List<Document<String>> documents) {
        var readable = new ArrayList<Document<T>>();
        for (Document<String> document : documents) {
            try {
                readable.add(read(document));
            } catch (StoreException e) {
                LOG.log(Level.ERROR, "document left out: " + e.getMessage());
            }
        }
        return readable;
    }

    @Override
    public Change.Put put(String key, T value) {
        String json;
        try {
            json = mapper().writerFor(type).writeValueAsString(value);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "%s/%s: the value cannot be written as JSON: %s".formatted(namespace, key, e.getOriginalMessage()),
                    e);
        }
        return Change.put(namespace, key, json);
    }

    @Override
    public Change.Delete delete(String key) {
        return Change.delete(namespace, key);
    }

    @Override
    public Change.Require require(String key, long version) {
        return Change.require(namespace, key, version);
    }
}
