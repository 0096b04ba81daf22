/** The commands of {@code beacon probe}. */
@NullMarked
package net.beaconcontroller.probe.command;

import org.jspecify.annotations.NullMarked;
