/** A controller in the process of the command line. */
@NullMarked
package net.beaconcontroller.cli.run;

import org.jspecify.annotations.NullMarked;
