/**
 * Threads and timers, listener lists, counters and rate-limited logging. Start reading at {@link
 * net.beaconcontroller.api.concurrent.Threads}.
 */
@NullMarked
package net.beaconcontroller.api.concurrent;

import org.jspecify.annotations.NullMarked;
