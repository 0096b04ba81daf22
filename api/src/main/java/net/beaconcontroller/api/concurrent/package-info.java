/**
 * Timers, a thread that owns state, listener lists, counters and rate-limited logging for the modules that run tasks.
 */
@NullMarked
package net.beaconcontroller.api.concurrent;

import org.jspecify.annotations.NullMarked;
