package net.beaconcontroller.api.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.beaconcontroller.api.Registration;

/**
 * The documents that the controller keeps over restarts: a service of the controller. A component receives it as a
 * constructor argument, {@code @Reference Store}.
 *
 * <p>A document has a namespace, by convention the name of the application, a key, and a value in JSON. Each commit has
 * a number, its revision, which increases; the revision of the last commit that changed a document is the version of
 * the document.
 *
 * <p>All operations are linearizable: each takes effect at one moment between its call and its return. A commit that
 * has returned is on the disk and survives a loss of power. Applications normally use {@link #documents}; the methods
 * here have the JSON text.
 *
 * <p>All methods block. They may be called from any thread but an event loop; there, they throw {@link
 * IllegalStateException}. So they do after the store is closed. {@link StoreException} means that the disk failed.
 * Watches and leases of an application end when the application stops.
 */
public interface Store {
    /** The maximum length of a key, in bytes of UTF-8. */
    int MAX_KEY_BYTES = 512;

    /** The maximum length of a value, in bytes of UTF-8. */
    int MAX_VALUE_BYTES = 1 << 20;

    /** The maximum number of changes in a commit. */
    int MAX_CHANGES = 20_000;

    /** The maximum length of all values of a commit, in characters. */
    int MAX_COMMIT_LENGTH = 16 << 20;

    /** The shortest time to live of a lease. */
    Duration MIN_TIME_TO_LIVE = Duration.ofSeconds(1);

    /**
     * Returns a view of the documents of a namespace whose values are objects. They are mapped to JSON by their record
     * components or properties, as in REST resources; annotations of Jackson apply.
     */
    <T> Documents<T> documents(String namespace, Class<T> type);

    /** Returns a document. */
    Optional<Document<String>> get(String namespace, String key);

    /** Returns the documents whose keys have a prefix, as they were at one moment, in the order of their keys. */
    List<Document<String>> list(String namespace, String prefix);

    /**
     * Makes all changes of a list, or none. The order of the list has no effect, so it has at most one change of a
     * document. When this method returns, the changes are on the disk, and reads on any thread see them.
     *
     * @return the revision of the commit, which is the version of the documents that it has put; if it changed nothing,
     *     the revision of the last commit that did
     * @throws ConflictException if a document does not have the required version; then nothing has changed
     * @throws IllegalArgumentException if the list is too long, has two changes of a document, or a value is not JSON
     * @throws IllegalStateException if a lease of the changes has ended
     * @throws NotStoredException if the disk failed, or it or the store is full; then nothing has changed
     */
    long commit(List<Change> changes);

    /** Makes one change, as {@link #commit(List)} does. */
    default long commit(Change change) {
        return commit(List.of(change));
    }

    /**
     * Watches the documents whose keys have a prefix. The watcher first receives them all, and then the changes of each
     * commit; it misses none.
     *
     * @return ends the watch; when {@link Registration#close} returns, no method of the watcher is running, unless one
     *     runs for longer than five seconds
     */
    Registration watch(String namespace, String prefix, Watcher<String> watcher);

    /**
     * Returns a new lease.
     *
     * @param timeToLive the time after which the lease ends unless {@link Lease#keepAlive} is called; at least {@link
     *     #MIN_TIME_TO_LIVE}
     * @throws IllegalArgumentException if the time to live is too short
     */
    Lease lease(Duration timeToLive);
}
