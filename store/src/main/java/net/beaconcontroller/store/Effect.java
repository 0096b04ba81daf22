package net.beaconcontroller.store;

import java.util.Optional;
import net.beaconcontroller.api.store.Document;

/**
 * The effect of a commit on a document.
 *
 * @param document empty if the document was deleted
 */
record Effect(String namespace, String key, Optional<Document<String>> document) {
    /** The memory that an effect takes besides its texts, approximately. */
    private static final long OVERHEAD = 100;

    static Effect put(String namespace, Document<String> document) {
        return new Effect(namespace, document.key(), Optional.of(document));
    }

    static Effect deleted(String namespace, String key) {
        return new Effect(namespace, key, Optional.empty());
    }

    /** Returns the memory that this effect takes, approximately, in bytes. */
    long size() {
        return OVERHEAD
                + key.length()
                + document.map(put -> put.value().length()).orElse(0);
    }
}
