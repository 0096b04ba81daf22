/** The commands that talk to a running controller, by its REST interface. */
@NullMarked
package net.beaconcontroller.cli.remote;

import org.jspecify.annotations.NullMarked;
