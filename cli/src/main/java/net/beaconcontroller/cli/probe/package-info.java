/** The commands of {@code beacon probe}. */
@NullMarked
package net.beaconcontroller.cli.probe;

import org.jspecify.annotations.NullMarked;
