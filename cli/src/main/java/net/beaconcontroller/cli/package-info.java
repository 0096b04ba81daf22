/** The {@code beacon} command: what a person types. Start reading at {@link net.beaconcontroller.cli.Main}. */
@NullMarked
package net.beaconcontroller.cli;

import org.jspecify.annotations.NullMarked;
