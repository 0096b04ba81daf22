/**
 * The event loop that runs an emulated network, and its timers. All switches, links and hosts of a network share one
 * loop and change state on its thread only.
 */
@NullMarked
package net.beaconcontroller.emulator.loop;

import org.jspecify.annotations.NullMarked;
