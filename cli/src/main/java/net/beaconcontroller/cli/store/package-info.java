/** The commands for the store of the controller: backup and restoration of its file. */
@NullMarked
package net.beaconcontroller.cli.store;

import org.jspecify.annotations.NullMarked;
