package net.beaconcontroller.store;

import java.time.Duration;

/**
 * Counters of a store since it was opened.
 *
 * @param revision the revision of the last commit
 * @param commits the commits that changed something
 * @param conflicts the commits that were refused because a document did not have the required version
 * @param failures the commits that failed because the disk did
 * @param groups the transactions to which the commits were grouped
 * @param groupTime the time that these transactions took
 * @param leases the leases that have not ended
 * @param watches the watches that are not closed
 * @param snapshots the snapshots that watches have read: one at the beginning, and one each time that one was too slow
 */
public record StoreStatistics(
        long revision,
        long commits,
        long conflicts,
        long failures,
        long groups,
        Duration groupTime,
        int leases,
        int watches,
        long snapshots) {}
