/** Threads and clocks of a simulated world: one thread runs at a time, and a seed chooses which is the next. */
@NullMarked
package net.beaconcontroller.simulator.schedule;

import org.jspecify.annotations.NullMarked;
