package net.beaconcontroller.api.store;

import java.util.List;

/**
 * Receives the changes of documents, in the order of the commits. The methods are called one at a time, on a thread
 * that only this watcher uses; they may block, and may use the store. An exception is logged, and a new snapshot
 * follows a second later.
 *
 * @param <T> the type of the values
 */
public interface Watcher<T> {
    /**
     * Receives all documents: first of all, and again if this watcher was so slow that changes after the previous call
     * are no longer in memory. It replaces everything that was received before.
     *
     * @param revision the revision of the last commit that the documents include
     * @param documents in the order of their keys
     */
    void snapshot(long revision, List<Document<T>> documents);

    /**
     * Receives the changes of a commit, which take effect together.
     *
     * @param revision the revision of the commit
     * @param put the documents that were put
     * @param deleted the keys of the documents that were deleted
     */
    void changed(long revision, List<Document<T>> put, List<String> deleted);
}
