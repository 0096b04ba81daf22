/** The command {@code beacon simulate}. */
@NullMarked
package net.beaconcontroller.simulator.command;

import org.jspecify.annotations.NullMarked;
