/**
 * The store of the controller: the documents of {@link net.beaconcontroller.api.store}, in an SQLite file.
 *
 * <p>Start reading at {@link net.beaconcontroller.store.SqliteStore}. {@link net.beaconcontroller.store.StoreFile}
 * opens, checks, backs up and restores the file.
 */
@NullMarked
package net.beaconcontroller.store;

import org.jspecify.annotations.NullMarked;
