package net.beaconcontroller.web.metrics;

import net.beaconcontroller.store.SqliteStore;
import net.beaconcontroller.store.StoreStatistics;

/** The metrics of the store. */
final class StoreMetrics {
    private static final double NANOS_PER_SECOND = 1e9;

    private StoreMetrics() {}

    static void register(Callbacks metrics, SqliteStore store) {
        metrics.counter(
                "beacon_store_commits_total",
                "Commits to the store: those that changed something (made), those whose condition was not met "
                        + "(conflict), and those that the disk refused (failed).",
                values -> {
                    StoreStatistics now = store.statistics();
                    values.call((double) now.commits(), "made");
                    values.call((double) now.conflicts(), "conflict");
                    values.call((double) now.failures(), "failed");
                },
                "result");
        metrics.counter(
                "beacon_store_transactions_total",
                "Transactions of the store, each with all commits that waited.",
                () -> store.statistics().groups());
        metrics.counter(
                "beacon_store_transaction_seconds_total",
                "Time that the transactions of the store took, including that of the disk.",
                values -> values.call(store.statistics().groupTime().toNanos() / NANOS_PER_SECOND));
        metrics.gauge(
                "beacon_store_file_bytes",
                "Length of the file of the store, without its write-ahead log.",
                values -> values.call((double) store.fileBytes()));
        metrics.gauge("beacon_store_watches", "Watches of the store.", () -> store.statistics()
                .watches());
        metrics.counter(
                "beacon_store_snapshots_total",
                "Snapshots that watches have read: one at the beginning, and one each time that one was too slow.",
                () -> store.statistics().snapshots());
        metrics.gauge("beacon_store_leases", "Leases that have not ended.", () -> store.statistics()
                .leases());
    }
}
