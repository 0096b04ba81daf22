/**
 * The store of the controller: the documents of {@link net.beaconcontroller.api.store}, in an SQLite file.
 *
 * <p>Start reading at {@link net.beaconcontroller.store.SqliteStore}. {@link net.beaconcontroller.store.StoreFile}
 * opens, checks, backs up and restores the file.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>SQLite, through {@code sqlite-jdbc}.</b> One file, transactions that survive a loss of power, readers that do
 * not wait for writers, a check and an online backup, in a library without dependencies that is tested more than
 * anything this project could write. Its JAR has the native library for all platforms (12 MB). Rejected: MVStore and
 * MapDB (no comparable record after crashes), LMDB and RocksDB (no checksums or a far larger library), files of JSON
 * (no transactions over several, no condition, no watch).
 * <li><b>The store is a module</b>, and not a package of {@code runtime}, so that the testkit can offer the same
 * implementation to the tests of applications: a second implementation could differ in semantics.
 * <li><b>A lease ends with the controller.</b> Its owner is a component in the process. etcd would keep it until its
 * time to live is over; applications cannot rely on either, because they do not know how long a restart takes.
 * <li><b>{@code synchronous=FULL}</b>: with the usual setting for write-ahead logs, NORMAL, a loss of power undoes
 * commits that have returned.
 * <li><b>Reads go to SQLite</b>, and not to a copy in memory: the file is the only truth, the start does not load it
 * into the heap, and what listeners need is in the memory of the applications anyway.
 * <li><b>Each document has a checksum</b> (CRC-32C). The newest commits may be in the write-ahead log, where damage to
 * the last ones looks like an interrupted write.
 * <li><b>The whole file is read at each start.</b> A corrupt store must be noticed before the controller acts on it,
 * and while there is a recent backup.
 * <li><b>A restored store may have a lower revision than before.</b> No process has seen the higher one any more: the
 * controller does not run.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.store;

import org.jspecify.annotations.NullMarked;
