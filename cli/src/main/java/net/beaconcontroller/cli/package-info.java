/** The {@code beacon} command line. Start reading at {@link net.beaconcontroller.cli.Main}. */
@NullMarked
package net.beaconcontroller.cli;

import org.jspecify.annotations.NullMarked;
