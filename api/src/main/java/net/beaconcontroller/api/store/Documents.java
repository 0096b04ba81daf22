package net.beaconcontroller.api.store;

import java.util.List;
import java.util.Optional;
import net.beaconcontroller.api.Registration;

/**
 * The documents of a namespace, with values of a type: see {@link Store#documents}. The methods that read behave as
 * those of {@link Store}; the others return changes, which {@link Store#commit} makes, together with changes of other
 * namespaces if that is desired.
 *
 * @param <T> the type of the values
 */
public interface Documents<T> {
    /**
     * Returns a document.
     *
     * @throws StoreException if the value cannot be read as an object of the type
     */
    Optional<Document<T>> get(String key);

    /**
     * Returns all documents of the namespace, as they were at one moment, in the order of their keys.
     *
     * @throws StoreException if a value cannot be read as an object of the type
     */
    default List<Document<T>> list() {
        return list("");
    }

    /**
     * Returns the documents whose keys have a prefix, as they were at one moment, in the order of their keys.
     *
     * @throws StoreException if a value cannot be read as an object of the type
     */
    List<Document<T>> list(String prefix);

    /** Watches all documents of the namespace. */
    default Registration watch(Watcher<T> watcher) {
        return watch("", watcher);
    }

    /**
     * Watches the documents whose keys have a prefix, as {@link Store#watch} does. A document whose value cannot be
     * read as an object of the type is logged and left out.
     */
    Registration watch(String prefix, Watcher<T> watcher);

    /**
     * Returns a change that puts a document.
     *
     * @throws IllegalArgumentException if the key is not valid, or the value cannot be written as JSON
     */
    Change.Put put(String key, T value);

    /** Returns a change that deletes a document. It has no effect if the document does not exist. */
    Change.Delete delete(String key);

    /** Returns a condition for the other changes of a commit: a document has this version; 0 if it does not exist. */
    Change.Require require(String key, long version);
}
